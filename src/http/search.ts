import type { Asked } from "./route.ts";

/** The query string of the request as it was written, "?" included. */
export function search(c: Asked): string {
  const { url } = c.req;
  const from = url.indexOf("?");
  if (from < 0) return "";
  const to = url.indexOf("#", from);
  return to < 0 ? url.slice(from) : url.slice(from, to);
}
