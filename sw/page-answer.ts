/** Whether `answer` is a web page. Some sites answer whatever is asked with their page, and so do portals in a site's
 *  place: it is no file, and nothing that an API says. */
export function isPage({ headers }: Response): boolean {
  return /^text\/html/i.test(headers.get("Content-Type") ?? "");
}
