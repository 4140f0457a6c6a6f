import { nearest } from "../text/nearest.ts";
import { settings, variableOf } from "./settings-table.ts";

const variables: readonly string[] = Object.keys(settings).map(variableOf);

/** First words of settings that no common variable of another program starts with. A name that starts with one of them
 *  is probably meant as a setting. */
const PREFIXES = ["LIMIT", "LINKS", "METRICS"];

/** Names that resemble a setting, but belong to other programs. For example, shells set LINES. */
const FOREIGN = new Set(["LINES"]);

/** Returns a warning for each name in `environment` that is probably a mistyped setting. A mistyped setting has no effect,
 *  so the server would run without a limit that the operator has set. */
export function mistypedVariables(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    if (variables.includes(name) || FOREIGN.has(name)) return [];
    const meant = nearest(name, variables);
    if (meant) return [`${name} is not a setting and has no effect: did you mean ${meant}?`];
    const prefix = PREFIXES.find((one) => name.startsWith(`${one}_`));
    if (!prefix) return [];
    const similar = variables.filter((one) => one.startsWith(prefix)).join(", ");
    return [`${name} is not a setting and has no effect: the settings that start with ${prefix} are ${similar}`];
  });
}
