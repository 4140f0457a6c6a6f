/** The SQLSTATE of `error`, or what the driver or the system calls it. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

/** " at host:port", or nothing where the address lists several hosts. */
export function placeOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : "";
}

/** Failures of a database that may come: a machine or a network that is not up yet, names of either included. */
export const AWAY: readonly string[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "TIME_LIMIT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
];

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host cannot be looked up",
  CONNECT_TIMEOUT: "it does not answer",
  TIME_LIMIT: "it does not answer",
  ECONNRESET: "it closes connections",
  CONNECTION_CLOSED: "it closes connections",
  "57P03": "it is starting up",
  ERR_INVALID_URL: "the address is not well-formed, write postgres://USER:PASSWORD@HOST/DATABASE",
  "28P01": "the user or the password is wrong",
  "28000": "this user may not log in",
  "3D000": "there is no such database",
  "42501":
    "this user may not make or change the tables isoqr_links and isoqr_links_meta: make them as docs/deploy/many.md says, " +
    "or let their owner start one server",
};

export function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof URIError) return "a % in its address is written as %25";
  // Deno has no code for it, and repeats the whole address.
  const code = name === "TypeError" && /invalid url/i.test(message) ? "ERR_INVALID_URL" : codeOf(error);
  return REASONS[code] ?? message;
}
