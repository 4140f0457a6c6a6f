import { readFileSync } from "node:fs";

const recipe = readFileSync(new URL("../../../docs/deploy/edge.md", import.meta.url), "utf8");

/** Returns the content of the file `name` in docs/deploy/edge.md. */
export function printed(name: string): string {
  const [, content] = new RegExp(`\`${name}\`:\n\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(recipe) ?? [];
  if (!content) throw new Error(`docs/deploy/edge.md has no file ${name}`);
  return content;
}

/** Returns the value of `key` in the recipe's wrangler.toml. */
export function setting(key: string): string {
  const [, value] = new RegExp(`^${key} = "([^"]*)"`, "m").exec(printed("wrangler.toml")) ?? [];
  if (value === undefined) throw new Error(`the recipe's wrangler.toml has no ${key}`);
  return value;
}
