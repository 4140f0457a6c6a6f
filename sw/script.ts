import { scriptWithSettings, type WorkerSettings } from "./settings.ts";

/** The address of a worker's script, or a TrustedScriptURL, which is not in TypeScript's DOM types. */
export type Script = string | URL | { toString(): string };

/** A variable, because bundlers treat a literal in its place as an asset. */
const NAME = "./sw.js";

/** The worker's script, with its settings. */
export interface WorkerScript {
  readonly address: URL;
  /** What the browser gets. */
  readonly given: string | URL;
}

/** Returns the script for `settings`; by default the one beside this code.
 *  @throws {Error} for a script of another site, or a trusted address without the settings. */
export function readScript(script: Script | undefined, settings: WorkerSettings): WorkerScript {
  const bare = script ? new URL(`${script}`, location.href) : new URL(NAME, import.meta.url);
  const address = scriptWithSettings(bare, settings);
  if (address.origin !== location.origin) {
    throw new Error(
      `browsers take no worker from ${address.origin} for a page of ${location.origin}: copy sw.js to this site, and give script: "/sw.js"`,
    );
  }
  if (!script) return { address, given: ownScript(address.href) };
  if (typeof script === "string" || script instanceof URL) return { address, given: address };
  // What is trusted is this very address and no other.
  if (bare.href !== address.href) {
    throw new Error(`make the trusted script of ${address.pathname}${address.search}, for there are settings`);
  }
  return { address, given: script as string };
}

/** Registers the script. If it is registered already, resolves without waiting for an update, which may take megabytes. Rejects
 *  if the page requires trusted addresses, or with the browser's error. */
export async function registerScript(
  container: ServiceWorkerContainer,
  { address, given }: WorkerScript,
  scope: string,
): Promise<ServiceWorkerRegistration> {
  const registered = register(container, given, scope);
  // Not always awaited.
  registered.catch(() => undefined);
  const known = await container.getRegistration(scope);
  const versions = [known?.active, known?.waiting, known?.installing].filter((worker) => worker !== undefined);
  const isKnown = known?.active && versions.every((worker) => worker === null || worker.scriptURL === address.href);
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
      "this page takes trusted addresses of scripts alone: give script as a TrustedScriptURL, or leave it out and allow trusted-types isoqr-offline";
    throw new Error(message, { cause });
  }
}

/** The part of Trusted Types that is used here; not every browser has them. https://w3c.github.io/trusted-types */
interface TrustedTypes {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

interface Policy {
  createScriptURL(url: string): string;
}

let policy: Policy | undefined;

/** Returns the address of one of the package's own scripts as pages with Trusted Types need it, made by a policy called
 *  isoqr-offline that no other code can use. Returns `url` if the page has a default policy or forbids ours. */
export function ownScript(url: string): string {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
  if (!types || types.defaultPolicy) return url;
  try {
    policy ??= types.createPolicy("isoqr-offline", { createScriptURL: (own) => own });
  } catch {
    // The policy's name is not allowed. A page that requires trusted addresses then throws when the script is loaded.
    return url;
  }
  return policy.createScriptURL(url);
}
