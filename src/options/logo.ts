/** Returns the logo in `options`, if there is one: a URL or a file. JavaScript callers of the library may pass a file as
 *  `logoData`, its name in the other interfaces. */
export function logoOf(options: object): unknown {
  const { logo, logoData } = options as { readonly logo?: unknown; readonly logoData?: unknown };
  return logo ?? logoData;
}

/** Returns whether a picture with `options` needs a host to draw its logo or its caption. */
export function needsHost(options: object): boolean {
  return (logoOf(options) ?? (options as { readonly caption?: unknown }).caption) !== undefined;
}

/** Returns the error correction level of a code: with a logo, which covers modules, it is H by default. */
export function levelOf<Level>(ec: Level | undefined, logo: unknown): Level | "H" | undefined {
  return logo === undefined ? ec : (ec ?? "H");
}
