/** Returns the URL `text`, resolved against `base`, or undefined if it is invalid. The library runs on Node.js 18.0, which has
 *  no `URL.canParse`. */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
