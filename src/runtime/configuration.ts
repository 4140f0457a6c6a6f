import { withoutSlashes } from "../client/address.ts";
import { addresses, schemeOf, storeAt } from "../stores/table.ts";
import { bytesOf, PUBLIC_LIMITS, type Setting, settings, variableOf } from "./settings-table.ts";

export interface Configuration {
  /** The port to listen on. 0 picks any free port. */
  readonly port: number;
  readonly host: string;
  /** Whether logos may be fetched from private networks; false by default. */
  readonly logoAllowPrivate?: boolean;
  /** The link store, such as `sqlite:PATH`; `memory:` by default. */
  readonly links?: string;
  /** Maximum total size of all links in bytes; by default, the limit depends on the store. */
  readonly linksMaxBytes?: number;
  /** Number of days a link may go unread before it expires; 0, the default, keeps links forever. */
  readonly linksExpire?: number;
  /** The public URL of the server, without a trailing slash; the origin of each request by default. */
  readonly baseUrl?: string;
  /** Proxies whose X-Forwarded-Proto, -Host and -For are trusted: IP addresses, ranges such as 10.0.0.0/8, or named
   *  ranges such as loopback, separated by commas; none by default. */
  readonly trustProxy?: string;
  /** Whether a line of JSON is logged for each request; false by default. */
  readonly accessLog?: boolean;
  /** Where to serve Prometheus metrics; they are not served by default. */
  readonly metrics?: Address;
  /** Milliseconds for which a stopping server still accepts connections, but reports that it is not ready; 0 by
   *  default. */
  readonly drainDelay?: number;
  /** Limits per client per minute: requests of any kind, heavy work (as in `HEAVY_WORK`) and new links. 0 means unlimited;
   *  unlimited by default. */
  readonly limits?: { readonly requests: number; readonly heavy: number; readonly links: number };
  /** Number of server processes that share the port and the processors; 1 by default. */
  readonly workers?: number;
}

export interface Address {
  readonly port: number;
  readonly host: string;
}

type Name = keyof typeof settings;

/** Reads the configuration from flags (`--port 80`, `--port=80`), which override the environment (`PORT`).
 *  @throws {Error} with a one-line message for the operator. */
export function readConfiguration(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const given = readFlags(flags);
  const called = (name: Name): string => (given.has(name) ? `--${name}` : variableOf(name));
  const read = (name: Name): string => {
    const setting: Setting = settings[name];
    // An empty variable counts as unset, as in .env files.
    const value = given.get(name) ?? (environment[variableOf(name)] || setting.default);
    if (setting.fits(value)) return value;
    // A malformed store URL may contain its password anywhere, so only the scheme is shown.
    const shown = name === "links" ? `${schemeOf(value)}...` : withoutPassword(value);
    throw new Error(`${called(name)} ${setting.rule}, not "${shown}"`);
  };
  const workers = Number(read("workers"));
  const linksMaxBytes = bytesOf(read("links-max-bytes"));
  const links = read("links");
  if (workers > 1 && !storeAt(links)?.isShared) {
    throw new Error(
      `${called("workers")} above 1 requires a link store that processes can share: ${called("links")} must be ` +
        `${addresses.shared}, not ${links}`,
    );
  }
  const baseUrl = withoutSlashes(read("base-url"));
  const trustProxy = read("trust-proxy");
  const [metricsPort, metricsHost] = [read("metrics-port"), read("metrics-host")];
  const [port, host] = [read("port"), read("host")];
  if (Number(port) > 0 && Number(port) === Number(metricsPort) && overlap(host, metricsHost)) {
    throw new Error(`${called("port")} and ${called("metrics-port")} must differ: both are ${Number(port)}`);
  }
  return {
    port: Number(port),
    host,
    logoAllowPrivate: read("logo-allow-private") === "1",
    links,
    linksExpire: Number(read("links-expire")),
    ...(linksMaxBytes !== undefined && { linksMaxBytes }),
    workers,
    drainDelay: 1000 * Number(read("drain-delay")),
    accessLog: read("access-log") === "json",
    ...readLimits(read),
    ...(baseUrl && { baseUrl }),
    ...(trustProxy && { trustProxy }),
    ...(metricsPort && { metrics: { port: Number(metricsPort), host: metricsHost } }),
  };
}

function readLimits(read: (name: Name) => string): Pick<Configuration, "limits"> {
  const defaults = read("limits") === "public" ? PUBLIC_LIMITS : { requests: 0, heavy: 0, links: 0 };
  const limit = (name: keyof typeof PUBLIC_LIMITS) => Number(read(`limit-${name}`) || defaults[name]);
  const limits = { requests: limit("requests"), heavy: limit("heavy"), links: limit("links") };
  return Object.values(limits).some((points) => points > 0) ? { limits } : {};
}

function readFlags(flags: readonly string[]): ReadonlyMap<Name, string> {
  const given = new Map<Name, string>();
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? "";
    const [, name = "", inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(flag) ?? [];
    if (!Object.hasOwn(settings, name)) {
      const known = Object.keys(settings).map((one) => `--${one}`);
      throw new Error(`${unknown(flag)}: the flags are ${known.join(", ")}`);
    }
    const value = inline ?? flags[++i];
    if (value === undefined) {
      const setting: Setting = settings[name as Name];
      throw new Error(`--${name} needs a value, such as --${name} ${setting.example ?? setting.default}`);
    }
    given.set(name as Name, value);
  }
  return given;
}

/** Returns the message for an unknown flag without its value, which may be a password. */
function unknown(flag: string): string {
  const [name] = /^--[A-Za-z_-]{1,40}(?==|$)/.exec(flag) ?? [];
  return name ? `unknown flag ${name}` : "unexpected argument";
}

/** Removes the user and password of a URL from `value`, because messages may be logged. */
function withoutPassword(value: string): string {
  return value.replace(/^([a-z]+:\/\/)?.*@/is, "$1...@");
}

function overlap(one: string, other: string): boolean {
  return one === other || [one, other].some((host) => host === "0.0.0.0" || host === "::");
}

/** Returns the message for a startup error. If Deno denies access to environment variables, the message lists all that
 *  are needed, because Deno's own message names only one. */
export function explainDenied({ name, message }: Error): string {
  const [, wanted = ""] = /^Requires env access to "(\w+)"/.exec(message) ?? [];
  const variables = Object.keys(settings).map(variableOf);
  if (name !== "NotCapable" || !variables.includes(wanted)) return message;
  return `Deno denies access to environment variables: add --allow-env=${variables.join(",")}`;
}
