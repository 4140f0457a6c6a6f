/** Returns the URL `text`, resolved against `base`; undefined if it is invalid. Node.js 18.0 has no `URL.canParse`. */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
