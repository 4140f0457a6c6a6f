// Records violations of the page's policy.
globalThis.violations = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  globalThis.violations.push(`${effectiveDirective} ${blockedURI}`);
});
