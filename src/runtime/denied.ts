import { settings, variableOf } from "./settings-table.ts";

/** Why a program cannot start, where Deno keeps it from what it needs: Deno's own sentence names the permission. For
 *  settings that is one variable at a time, so that this names all of them. */
export function explainDenied({ name, message }: Error): string {
  const [, wanted = ""] = /^Requires env access to "(\w+)"/.exec(message) ?? [];
  const variables = Object.keys(settings).map(variableOf);
  if (name !== "NotCapable" || !variables.includes(wanted)) return message;
  return `Deno does not let it read its settings: add --allow-env=${variables.join(",")}`;
}
