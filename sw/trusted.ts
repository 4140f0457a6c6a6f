/** Trusted Types, as far as they are used here; not every browser has them. https://w3c.github.io/trusted-types */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

/** What it makes goes for an address wherever one is asked for. */
interface Policy {
  createScriptURL(url: string): string;
}

const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
let policy: Policy | undefined;

/** The address of a script of the package itself, as pages with Trusted Types want it: by a policy called isoqr-offline, which
 *  nobody else can reach. As it is where the page has a default policy, or does not allow ours. */
export function ownScript(url: string): string {
  if (!types || types.defaultPolicy) return url;
  try {
    policy ??= types.createPolicy("isoqr-offline", { createScriptURL: (own) => own });
  } catch {
    // The name is not allowed: a page that insists on trusted addresses refuses this one in words.
    return url;
  }
  return policy.createScriptURL(url);
}
