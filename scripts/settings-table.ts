import { type Setting, settings, variableOf } from "../src/runtime/settings-table.ts";

/** The README's table of the server's settings, as Markdown lines made from the one that is read at the start. */
export function settingsTable(): string {
  const lines = Object.entries<Setting>(settings).map(([name, { default: usual, about }]) => {
    return `| \`${variableOf(name)}\` | \`--${name}\` | ${usual && `\`${usual}\``} | ${about} |`;
  });
  return ["| variable | flag | default | |", "|---|---|---|---|", ...lines].join("\n");
}
