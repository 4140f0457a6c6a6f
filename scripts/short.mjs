import { fileURLToPath } from "node:url";

const brief = fileURLToPath(new URL("../src/logo/check-brief.ts", import.meta.url));

/** What is replaced, by the end of a file's path. */
const edits = {
  "/src/logo/host/canvas.ts": [
    /const \{ judgeLogo \} = await import\("[^"]+"\);|$/g,
    (found) => (found ? "" : `\nimport { judgeLogo } from ${JSON.stringify(brief)};\n`),
  ],
  "/src/core/load.ts": [
    "import isoqr/strict first",
    () => "bundle isoqr/strict and isoqr/element/define in place of this file",
  ],
  "/src/options/table.ts": [/\babout: "[^"]*"/g, () => 'about: ""'],
};

/** For a file that is one and must be short. Logos are judged in brief, for all the rules are loaded on demand; what the
 *  table says about its options is for documents; and there is nothing to be imported before. */
export const short = {
  name: "short",
  enforce: "pre",
  transform(code, id) {
    const [, edit] = Object.entries(edits).find(([path]) => id.endsWith(path)) ?? [];
    return edit && { code: code.replace(...edit), map: null };
  },
};
