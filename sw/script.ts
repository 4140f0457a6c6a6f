import { scriptWithSettings, type WorkerSettings } from "./settings.ts";

/** The URL of a worker's script. The last type is TrustedScriptURL, which TypeScript's DOM types lack. */
export type Script = string | URL | { toString(): string };

/** A constant, because bundlers treat a literal in new URL() as an asset. */
const NAME = "./sw.js";

export interface WorkerScript {
  /** The URL with the settings in its query. */
  readonly url: URL;
  /** What to pass to the browser: `url`, or a TrustedScriptURL for it. */
  readonly trusted: string | URL;
}

/** Returns the script for `settings`; by default sw.js in the folder of this module.
 *  @throws {Error} for a script on another origin, or a TrustedScriptURL without the settings. */
export function readScript(script: Script | undefined, settings: WorkerSettings): WorkerScript {
  const bare = script ? new URL(`${script}`, location.href) : new URL(NAME, import.meta.url);
  const url = scriptWithSettings(bare, settings);
  if (url.origin !== location.origin) {
    throw new Error(
      `script must be on ${location.origin}, not ${url.origin}: copy sw.js to this site, and set script: "/sw.js"`,
    );
  }
  if (!script) return { url, trusted: ownScript(url.href) };
  if (typeof script === "string" || script instanceof URL) return { url, trusted: url };
  // A TrustedScriptURL cannot be changed.
  if (bare.href !== url.href) {
    throw new Error(`script must contain the settings: create the TrustedScriptURL from ${url.pathname}${url.search}`);
  }
  return { url, trusted: script as string };
}

/** Registers the script. If it is already registered, resolves without waiting for an update, which may have megabytes.
 *  Rejects if the page requires a TrustedScriptURL, or with the browser's error. */
export async function registerScript(
  container: ServiceWorkerContainer,
  { url, trusted }: WorkerScript,
  scope: string,
): Promise<ServiceWorkerRegistration> {
  const registered = register(container, trusted, scope);
  // Avoids an unhandled rejection if this function returns before the registration fails.
  registered.catch(() => undefined);
  const known = await container.getRegistration(scope);
  const versions = [known?.active, known?.waiting, known?.installing].filter((worker) => worker !== undefined);
  const isKnown = known?.active && versions.every((worker) => worker === null || worker.scriptURL === url.href);
  return isKnown && known.scope === scope ? known : registered;
}

async function register(
  container: ServiceWorkerContainer,
  script: string | URL,
  scope: string,
): Promise<ServiceWorkerRegistration> {
  try {
    return await container.register(script, { updateViaCache: "none", scope });
  } catch (cause) {
    if (!(cause instanceof TypeError && /trusted/i.test(cause.message))) throw cause;
    const message =
      "script must be a TrustedScriptURL on this page: create one, or omit script and allow trusted-types isoqr-offline";
    throw new Error(message, { cause });
  }
}

/** The part of Trusted Types that is used here. Some browsers do not support it. https://w3c.github.io/trusted-types */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: Policy): Policy;
}

type Policy = { createScriptURL(url: string): string };

let policy: Policy | undefined;

/** Returns a TrustedScriptURL for a script of this package, from the policy isoqr-offline, which no other code can use.
 *  Returns `url` if Trusted Types are not supported, or if the page has a default policy or forbids isoqr-offline. */
export function ownScript(url: string): string {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
  if (!types || types.defaultPolicy) return url;
  try {
    policy ??= types.createPolicy("isoqr-offline", { createScriptURL: (own) => own });
  } catch {
    // The page forbids the policy. If it requires a TrustedScriptURL, loading the script throws.
    return url;
  }
  return policy.createScriptURL(url);
}
