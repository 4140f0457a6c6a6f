import { type Setting, settings, variableOf } from "../src/runtime/settings-table.ts";

/** Returns the table for docs/settings.md as Markdown, built from the settings that a server reads. */
export function settingsTable(): string {
  const lines = Object.entries<Setting>(settings).map(([name, { default: usual, about }]) => {
    return `| \`${variableOf(name)}\` | \`--${name}\` | ${usual && `\`${usual}\``} | ${about} |`;
  });
  return ["| variable | flag | default | meaning |", "|---|---|---|---|", ...lines].join("\n");
}
