import { settings, variableOf } from "./settings-table.ts";

/** Why a program cannot start, where Deno keeps it from what it needs: Deno's own sentence names the permission. For
 *  settings that is one variable at a time, so that this names all of them. */
export function explainDenied({ name, message }: Error): string {
  if (name !== "NotCapable" || !/^Requires env access/.test(message)) return message;
  const variables = Object.keys(settings).map(variableOf);
  return `Deno does not let it read its settings: add --allow-env=${variables.join(",")}`;
}
