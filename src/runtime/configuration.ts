import { withoutSlashes } from "../client/address.ts";
import { addresses, schemeOf, storeAt } from "../stores/table.ts";
import { bytesOf, PUBLIC_LIMITS, type Setting, settings, variableOf } from "./settings-table.ts";

/** The settings of a server. */
export interface Configuration {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Whether logos may be fetched from private networks; default false. */
  readonly logoAllowPrivate?: boolean;
  /** The address of the store of links, such as `sqlite:PATH`; `memory:` if left out. */
  readonly links?: string;
  /** Bytes that all links together may take; the store's default if left out. */
  readonly linksMaxBytes?: number;
  /** Days without a read after which a link expires; 0, the default, keeps links forever. */
  readonly linksExpire?: number;
  /** The public address of the server, without a slash at its end; the origin of each request if left out. */
  readonly baseUrl?: string;
  /** Proxies whose X-Forwarded-Proto, -Host and -For are trusted: addresses, ranges such as 10.0.0.0/8, or names of
   *  ranges such as loopback, separated by commas; none if left out. */
  readonly trustProxy?: string;
  /** Whether a line of JSON is written for each request; default false. */
  readonly accessLog?: boolean;
  /** Where metrics for Prometheus are served; nowhere if left out. */
  readonly metrics?: Address;
  /** Milliseconds for which a server that stops still accepts connections, while it is not ready; default 0. */
  readonly drainDelay?: number;
  /** What each client may do per minute: requests of any kind, heavy work (pictures with logos, reports, cards, batch
   *  items, MCP tool calls) and new links; 0 means no limit. No limits if left out. */
  readonly limits?: { readonly requests: number; readonly heavy: number; readonly links: number };
  /** Processes that share the port and the machine, of which startServer is one; default 1. */
  readonly workers?: number;
}

/** Where a server listens. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

type Name = keyof typeof settings;

/** Reads the configuration from flags (`--port 80`, `--port=80`), which override the environment (`PORT`).
 *  @throws {Error} with one sentence for the operator. */
export function readConfiguration(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const given = readFlags(flags);
  const called = (name: Name): string => (given.has(name) ? `--${name}` : variableOf(name));
  const read = (name: Name): string => {
    const setting: Setting = settings[name];
    // Files of settings leave variables empty that are not set.
    const value = given.get(name) ?? (environment[variableOf(name)] || setting.default);
    if (setting.fits(value)) return value;
    // In an address of links that is malformed, the password may be anywhere.
    throw new Error(
      `${called(name)} ${setting.rule}, not "${name === "links" ? `${schemeOf(value)}...` : shown(value)}"`,
    );
  };
  const workers = Number(read("workers"));
  const linksMaxBytes = bytesOf(read("links-max-bytes"));
  const links = read("links");
  if (workers > 1 && !storeAt(links)?.isShared) {
    throw new Error(
      `${called("workers")} above 1 wants links that processes can share: ${called("links")} must be ` +
        `${addresses.shared}, not ${links}`,
    );
  }
  const baseUrl = withoutSlashes(read("base-url"));
  const trustProxy = read("trust-proxy");
  const [metricsPort, metricsHost] = [read("metrics-port"), read("metrics-host")];
  const [port, host] = [read("port"), read("host")];
  if (Number(port) > 0 && Number(port) === Number(metricsPort) && share(host, metricsHost)) {
    throw new Error(`${called("port")} and ${called("metrics-port")} are both ${Number(port)}: choose another for one`);
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
  const isPublic = read("limits") === "public";
  const settled = (name: keyof typeof PUBLIC_LIMITS): number => {
    const given = read(`limit-${name}`);
    return given === "" ? (isPublic ? PUBLIC_LIMITS[name] : 0) : Number(given);
  };
  const limits = { requests: settled("requests"), heavy: settled("heavy"), links: settled("links") };
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

/** Returns the message for an unknown flag, without its value, which may be a password. */
function unknown(flag: string): string {
  const [name] = /^--[A-Za-z_-]{1,40}(?==|$)/.exec(flag) ?? [];
  return name ? `unknown flag ${name}` : "there is a word that is neither a flag nor its value";
}

/** Returns `value` for a message that may be logged: without the password of an address. */
function shown(value: string): string {
  return value.replace(/^([a-z]+:\/\/)?.*@/is, "$1...@");
}

/** Returns whether servers on these two hosts share their ports. */
function share(one: string, other: string): boolean {
  return one === other || [one, other].some((host) => host === "0.0.0.0" || host === "::");
}

/** Returns why a program cannot start. Deno names one missing permission at a time; for settings, this names all of them. */
export function explainDenied({ name, message }: Error): string {
  const [, wanted = ""] = /^Requires env access to "(\w+)"/.exec(message) ?? [];
  const variables = Object.keys(settings).map(variableOf);
  if (name !== "NotCapable" || !variables.includes(wanted)) return message;
  return `Deno does not let it read its settings: add --allow-env=${variables.join(",")}`;
}
