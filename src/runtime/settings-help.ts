import { type Setting, settings, variableOf } from "./settings-table.ts";

/** The settings for somebody at a terminal, two lines each. */
export function settingsHelp(): string {
  const lines = Object.entries<Setting>(settings).map(([name, { about, default: usual }]) => {
    const text = `${about.replaceAll("`", "")}${usual && ` (${usual})`}`;
    return `  --${name} VALUE, or ${variableOf(name)}=VALUE\n      ${text}`;
  });
  return `Settings, as flags or as variables of the environment:\n\n${lines.join("\n")}`;
}
