import { addresses, isStoreAddress } from "../stores/table.ts";
import { isTrustList } from "./proxies.ts";

/** Processes on one port. */
export const MOST_WORKERS = 64;

/** What each client may do per minute with LIMITS=public. Thirty people behind one address may each open a page of a
 *  hundred codes in the same minute, which takes a tenth of a second of processor time; 300 pictures with logos, or six
 *  full batches, take a thread a few seconds; 30 of the longest links per minute fill a store of 4 GiB in a month. */
export const PUBLIC_LIMITS = { requests: 3_000, heavy: 300, links: 30 } as const;

const LIMIT_RULE = "must be an integer from 0 to 1000000, where 0 means no limit";

const PORT_RULE = "must be an integer from 0 to 65535";
const HOST_RULE = "must be a host name or an address, such as 127.0.0.1";

/** Names, defaults and sentences of the settings: the flag is the name, the variable its upper case with _ for -. */
export const settings = {
  port: { default: "8080", about: "the port; `0` takes any free one", rule: PORT_RULE, fits: isPort },
  host: {
    default: "127.0.0.1",
    about: "the address to listen on; `0.0.0.0` to be reached from elsewhere",
    rule: HOST_RULE,
    fits: isHost,
  },
  "base-url": {
    default: "",
    about:
      "the beginning of the addresses of short links, such as `https://qr.example.com`; each request's own origin when " +
      "left out",
    example: "https://qr.example.com",
    rule: "must be an http or https URL without @, ? and #, such as https://qr.example.com",
    fits: isBaseUrl,
  },
  links: {
    default: "sqlite:./data/links.db",
    about: `where short links are kept: ${addresses.about}`,
    rule: `must be ${addresses.rule}`,
    fits: isStoreAddress,
  },
  "links-max-bytes": {
    default: "",
    about:
      "space that all links together may take, such as `4GiB`; when it is used up, creating a link returns 503. By default " +
      addresses.limits,
    example: "4GiB",
    rule: "must be at least 65536 bytes, as a whole number of bytes, KiB, MiB, GiB or TiB, such as 4GiB",
    fits: (value) => value === "" || (bytesOf(value) ?? 0) >= LEAST_BYTES,
  },
  "links-expire": {
    default: "0",
    about: "days without a read after which a link expires; `0` keeps links forever",
    rule: "must be a whole number of days from 0 to 9999",
    fits: (value) => isWhole(value, 0, 9999),
  },
  "logo-allow-private": {
    default: "0",
    about: "whether logos may come from private networks: `1` or `0`",
    rule: "must be 1 or 0",
    fits: isSwitch,
  },
  workers: {
    default: "1",
    about: "processes that share the port, such as one for each processor; links have to be in a file or a database",
    rule: `must be an integer from 1 to ${MOST_WORKERS}`,
    fits: (value) => isWhole(value, 1, MOST_WORKERS),
  },
  "trust-proxy": {
    default: "",
    about:
      "proxies that are trusted to set `X-Forwarded-Proto` and `X-Forwarded-Host`, the server's public address, and " +
      "`X-Forwarded-For`, the client that `LIMITS` counts: addresses, ranges such as `10.0.0.0/8`, `loopback` or " +
      "`private`, separated by commas",
    example: "loopback,10.0.0.0/8",
    rule: "must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal or private, with commas between",
    fits: isTrustList,
  },
  limits: {
    default: "",
    about: `\`public\` limits each client to ${PUBLIC_LIMITS.requests} requests, ${PUBLIC_LIMITS.heavy} pictures with logos, reports, cards and batch items, and ${PUBLIC_LIMITS.links} new links per minute; no limits by default`,
    example: "public",
    rule: "must be public or empty",
    fits: (value) => value === "" || value === "public",
  },
  "limit-requests": {
    default: "",
    about: "requests of any kind per client and minute; overrides `LIMITS`, and `0` means no limit",
    example: "600",
    rule: LIMIT_RULE,
    fits: isLimit,
  },
  "limit-heavy": {
    default: "",
    about: "the same for pictures with logos, reports, cards, batch items and MCP tool calls",
    example: "60",
    rule: LIMIT_RULE,
    fits: isLimit,
  },
  "limit-links": { default: "", about: "the same for new links", example: "30", rule: LIMIT_RULE, fits: isLimit },
  "drain-delay": {
    default: "0",
    about:
      "seconds for which a server that is told to stop still takes connections, while `/readyz` says that it stops",
    rule: "must be a whole number of seconds from 0 to 600",
    fits: (value) => isWhole(value, 0, 600),
  },
  "access-log": {
    default: "",
    about: "with `json`, a line for each request on the standard output, without addresses and payloads",
    example: "json",
    rule: "must be json, or nothing",
    fits: (value) => value === "" || value === "json",
  },
  "metrics-port": {
    default: "",
    about: "a port of its own for Prometheus, at `/metrics`; none when left out",
    example: "9464",
    rule: PORT_RULE,
    fits: (value) => value === "" || isPort(value),
  },
  "metrics-host": { default: "127.0.0.1", about: "the address of that port", rule: HOST_RULE, fits: isHost },
} as const satisfies Readonly<Record<string, Setting>>;

export interface Setting {
  readonly default: string;
  /** Markdown for the table in the README: what the values do. */
  readonly about: string;
  /** Shown instead of the default. */
  readonly example?: string;
  /** What a value must be, for refusals and for help. */
  readonly rule: string;
  fits(value: string): boolean;
}

/** The smallest limit for links: an empty database takes nearly as much. */
const LEAST_BYTES = 65_536;

const UNITS: Readonly<Record<string, number>> = { "": 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 };

/** Returns the bytes in `value`, such as "4GiB", or undefined if it is not a size. */
export function bytesOf(value: string): number | undefined {
  const [, figure = "", unit = ""] = /^([0-9]{1,15})(KiB|MiB|GiB|TiB)?$/.exec(value) ?? [];
  const bytes = Number(figure) * (UNITS[unit] ?? 0);
  return figure !== "" && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** The environment variable of a setting. */
export function variableOf(name: string): string {
  return name.toUpperCase().replaceAll("-", "_");
}

function isPort(value: string): boolean {
  return /^[0-9]{1,5}$/.test(value) && Number(value) <= 65535;
}

function isWhole(value: string, least: number, most: number): boolean {
  return /^[0-9]{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most;
}

function isLimit(value: string): boolean {
  return value === "" || (/^[0-9]{1,7}$/.test(value) && Number(value) <= 1_000_000);
}

function isSwitch(value: string): boolean {
  return value === "0" || value === "1";
}

function isBaseUrl(value: string): boolean {
  if (value === "") return true;
  return /^https?:\/\/[^\s?#@"<>]+$/i.test(value) && URL.canParse(value);
}

function isHost(value: string): boolean {
  return /^[A-Za-z0-9._:%-]{1,253}$/.test(value);
}

/** Returns the settings as help for a terminal, two lines each. */
export function settingsHelp(): string {
  const lines = Object.entries<Setting>(settings).map(([name, { about, default: usual }]) => {
    const text = `${about.replaceAll("`", "")}${usual && ` (${usual})`}`;
    return `  --${name} VALUE, or ${variableOf(name)}=VALUE\n      ${text}`;
  });
  return `Settings, as flags or as variables of the environment:\n\n${lines.join("\n")}`;
}
