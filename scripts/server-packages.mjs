/** Optional packages that only pages use. */
const FRAMEWORKS = ["preact", "react", "solid-js", "svelte", "vue"];

/** Returns the names of the optional packages in `manifest` that a server can use: fonts, and peer dependencies other
 *  than frameworks. */
export function serverPackages({ peerDependencies, devDependencies }) {
  return Object.keys({ ...peerDependencies, ...devDependencies }).filter((name) =>
    Object.hasOwn(peerDependencies, name) ? !FRAMEWORKS.includes(name) : name.startsWith("@fontsource"),
  );
}
