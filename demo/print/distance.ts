/** Millimetres of a module below which phones fail. */
const LEAST_MODULE = 0.3;

/** Modules of a code that phones read from ten times its width, quiet zone and all; of more they read as much nearer. */
const USUAL = 33;

/** From how far in centimetres phones read a code of so many modules on so many millimetres, quiet zone and all; or else the
 *  least millimetres at which they read it. */
export function distanceOf(modules: number, mm: number): { readonly far: number } | { readonly least: number } {
  const least = Math.ceil(modules * LEAST_MODULE);
  if (mm < least) return { least };
  const far = mm * Math.min(1, USUAL / modules);
  return { far: Math.max(5, Math.round(far / 5) * 5) };
}
