/** Vite bundles imported style sheets. */
declare module "*.css";

/** The URL of a file that Vite copies into the build. */
declare module "*?url" {
  const url: string;
  export default url;
}

/** The text of a file. */
declare module "*?raw" {
  const text: string;
  export default text;
}

interface ImportMeta {
  /** Returns functions that load the files matching the first of `patterns`, but not those after an exclamation mark, by path. */
  glob<Content>(
    patterns: readonly string[],
    options: { readonly query: string },
  ): Record<string, () => Promise<Content>>;
}
