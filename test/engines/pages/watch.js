// What the page's policy forbade.
globalThis.violations = [];
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  globalThis.violations.push(`${effectiveDirective} ${blockedURI}`);
});
