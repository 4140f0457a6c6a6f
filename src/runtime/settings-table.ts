import { HEAVY_WORK } from "../http/heavy-text.ts";
import { addresses, isStoreAddress } from "../stores/table.ts";
import { isTrustList, TRUST_RULE } from "./proxies.ts";

export const MAX_WORKERS = 64;

/** The limits per client and minute with LIMITS=public. `requests`: thirty people behind one IP address can each open a
 *  page of a hundred codes in the same minute, which takes 0.1 s of processor time. `heavy`: 300 images with logos, or
 *  six full batches, take a thread a few seconds. `links`: 30 of the longest links per minute fill a store of 4 GiB in
 *  a month. */
export const PUBLIC_LIMITS = { requests: 3_000, heavy: 300, links: 30 } as const;

const LIMIT = { rule: "must be an integer from 0 to 1000000, where 0 means unlimited", fits: isLimit } as const;
const PORT_RULE = "must be an integer from 0 to 65535";
const HOST = { rule: "must be a host name or an IP address, such as 127.0.0.1", fits: isHost } as const;

/** Names, defaults and rules of the settings. The flag is the name of the setting, and the environment variable is the same
 *  name in upper case, with _ instead of -. */
export const settings = {
  port: { default: "8080", about: "port to listen on; `0` picks a free one", rule: PORT_RULE, fits: isPort },
  host: {
    default: "127.0.0.1",
    about: "address to listen on; `0.0.0.0` accepts connections from other machines",
    ...HOST,
  },
  "base-url": {
    default: "",
    about:
      "public URL of the server, such as `https://qr.example.com`, for share pages; defaults to the origin of each request",
    example: "https://qr.example.com",
    rule: "must be an http or https URL without @, ? or #, such as https://qr.example.com",
    fits: isBaseUrl,
  },
  links: {
    default: "sqlite:./data/links.db",
    about: `where share pages are stored: ${addresses.about}`,
    rule: `must be ${addresses.rule}`,
    fits: isStoreAddress,
  },
  "links-max-bytes": {
    default: "",
    about: `maximum size of all links together, such as \`4GiB\`. When the limit is reached, creating a link returns 503. Defaults: ${addresses.limits}`,
    example: "4GiB",
    rule: "must be an integer of at least 65536 bytes, optionally with the unit KiB, MiB, GiB or TiB, such as 4GiB",
    fits: (value) => value === "" || (bytesOf(value) ?? 0) >= MIN_BYTES,
  },
  "links-expire": {
    default: "0",
    about: "number of days without a read after which a link expires; `0` keeps links forever",
    rule: "must be a whole number of days from 0 to 9999",
    fits: (value) => isInteger(value, 0, 9999),
  },
  "logo-allow-private": {
    default: "0",
    about: "`1` allows logos from private networks; `0` does not",
    rule: "must be 1 or 0",
    fits: (value) => value === "0" || value === "1",
  },
  workers: {
    default: "1",
    about:
      "number of processes that share the port, such as one per processor; more than one requires links in a file or a database",
    rule: `must be an integer from 1 to ${MAX_WORKERS}`,
    fits: (value) => isInteger(value, 1, MAX_WORKERS),
  },
  "trust-proxy": {
    default: "",
    about:
      "trusted proxies: IP addresses, ranges such as `10.0.0.0/8`, `loopback`, `linklocal` or `private`, separated by commas. " +
      "Their `X-Forwarded-Proto` and `X-Forwarded-Host` set the server's public URL, and their `X-Forwarded-For` " +
      "identifies the clients",
    example: "loopback,10.0.0.0/8",
    rule: TRUST_RULE,
    fits: isTrustList,
  },
  limits: {
    default: "",
    about: `limits per client: \`public\` allows each client ${PUBLIC_LIMITS.requests} requests, ${PUBLIC_LIMITS.heavy} heavy jobs (${HEAVY_WORK}) and ${PUBLIC_LIMITS.links} new links per minute; unlimited by default`,
    example: "public",
    rule: "must be public or empty",
    fits: (value) => value === "" || value === "public",
  },
  "limit-requests": {
    default: "",
    about: "maximum requests of any kind per client per minute; overrides `LIMITS`, and `0` means unlimited",
    example: "600",
    ...LIMIT,
  },
  "limit-heavy": {
    default: "",
    about: `maximum heavy jobs per client per minute: ${HEAVY_WORK}; overrides \`LIMITS\`, and \`0\` means unlimited`,
    example: "60",
    ...LIMIT,
  },
  "limit-links": {
    default: "",
    about: "maximum new links per client per minute; overrides `LIMITS`, and `0` means unlimited",
    example: "30",
    ...LIMIT,
  },
  "drain-delay": {
    default: "0",
    about: "seconds for which the server still accepts connections after a stop signal, while `/readyz` returns 503",
    rule: "must be a whole number of seconds from 0 to 600",
    fits: (value) => isInteger(value, 0, 600),
  },
  "access-log": {
    default: "",
    about:
      "access log: `json` writes one line per request to standard output, without URLs or payloads; off by default",
    example: "json",
    rule: "must be json or empty",
    fits: (value) => value === "" || value === "json",
  },
  "metrics-port": {
    default: "",
    about: "separate port for Prometheus metrics at `/metrics`; off by default",
    example: "9464",
    rule: PORT_RULE,
    fits: (value) => value === "" || isPort(value),
  },
  "metrics-host": { default: "127.0.0.1", about: "address of the metrics port", ...HOST },
} as const satisfies Readonly<Record<string, Setting>>;

export interface Setting {
  readonly default: string;
  /** What the setting does, in Markdown. */
  readonly about: string;
  /** An example value for error messages. Default: the default of the setting. */
  readonly example?: string;
  /** The rule for values, as error messages write it after the setting's name. */
  readonly rule: string;
  fits(value: string): boolean;
}

/** The minimum of links-max-bytes, in bytes. An empty database is nearly as large. */
const MIN_BYTES = 65_536;

const UNITS: Readonly<Record<string, number>> = { "": 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };

/** Parses a size such as "4GiB". Returns bytes, or undefined if `value` is not a size. */
export function bytesOf(value: string): number | undefined {
  const [, number = "", unit = ""] = /^([0-9]{1,15})(KiB|MiB|GiB|TiB)?$/.exec(value) ?? [];
  const bytes = Number(number) * (UNITS[unit] ?? 0);
  return number !== "" && Number.isSafeInteger(bytes) ? bytes : undefined;
}

export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}

function isPort(value: string): boolean {
  return /^[0-9]{1,5}$/.test(value) && Number(value) <= 65535;
}

function isInteger(value: string, least: number, most: number): boolean {
  return /^[0-9]{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most;
}

function isLimit(value: string): boolean {
  return value === "" || (/^[0-9]{1,7}$/.test(value) && Number(value) <= 1_000_000);
}

function isBaseUrl(value: string): boolean {
  if (value === "") return true;
  return /^https?:\/\/[^\s?#@"<>]+$/i.test(value) && URL.canParse(value);
}

function isHost(value: string): boolean {
  return /^[A-Za-z0-9._:%-]{1,253}$/.test(value);
}

/** Returns the help text for a terminal, with two lines per setting. */
export function settingsHelp(): string {
  const lines = Object.entries<Setting>(settings).map(([name, { about, default: usual }]) => {
    const text = `${about.replaceAll("`", "")}${usual && ` (${usual})`}`;
    return `  --${name} VALUE, or ${variableOf(name)}=VALUE\n      ${text}`;
  });
  return `Settings, as flags or environment variables:\n\n${lines.join("\n")}`;
}
