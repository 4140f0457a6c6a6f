/** Returns the SQLSTATE of `error`, or the code of the driver or the system. */
export function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

/** Returns " at host:port", or an empty string if the address lists several hosts. */
export function placeOf(url: string): string {
  return URL.canParse(url) ? ` at ${new URL(url).host}` : "";
}

/** Failures of a database that may still come up: its machine, network or DNS is not ready yet. */
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
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host name cannot be looked up",
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
    "this user may not create or change the tables isoqr_links and isoqr_links_meta: create them as in " +
    "docs/deploy/many.md, or start one server as their owner",
};

export function reasonOf(error: unknown): string {
  const { name, message } = error as Error;
  if (error instanceof URIError) return "a % in the address must be written as %25";
  // Deno sets no code, and its message repeats the whole address.
  const code = name === "TypeError" && /invalid url/i.test(message) ? "ERR_INVALID_URL" : codeOf(error);
  return REASONS[code] ?? message;
}
