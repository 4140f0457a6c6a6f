import { readFileSync } from "node:fs";

const recipe = readFileSync(new URL("../../../docs/deploy/edge.md", import.meta.url), "utf8");

/** The content of the file `name`, as docs/deploy/edge.md prints it. */
export function printed(name: string): string {
  const [, content] = new RegExp(`\`${name}\`:\n\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(recipe) ?? [];
  if (!content) throw new Error(`docs/deploy/edge.md prints no ${name}`);
  return content;
}

/** The value of `key` in the wrangler.toml that the recipe prints. */
export function setting(key: string): string {
  const [, value] = new RegExp(`^${key} = "([^"]*)"`, "m").exec(printed("wrangler.toml")) ?? [];
  if (value === undefined) throw new Error(`the recipe's wrangler.toml has no ${key}`);
  return value;
}
