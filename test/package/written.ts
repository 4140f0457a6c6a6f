import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the text between the markers `section` in the page at `path`. With WRITE=1, writes `text` there first. */
export function written(path: string, section: string, text: string): string {
  const page = readFileSync(join(root, path), "utf8");
  const pattern = new RegExp(`(<!-- ${section}:start -->\n)([\\s\\S]*?)(\n<!-- ${section}:end -->)`);
  if (!process.env.WRITE) return pattern.exec(page)?.[2] ?? "";
  writeFileSync(
    join(root, path),
    page.replace(pattern, (_, start, _old, end) => start + text + end),
  );
  return text;
}
