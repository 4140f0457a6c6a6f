import { brief, fieldLabel, labelOf, message } from "../labels.ts";
import { inSentence } from "../languages/language.ts";
import { isTextId, quoted, text } from "../languages/text.ts";
import { type Message, QrError } from "../product/messages.ts";
import { ruleOf, shorten, understand } from "../product/payload.ts";
import { encodeSymbol } from "../product/pictures.ts";
import { attempt, kindOf, type Reading } from "../reading.ts";
import type { FormValues } from "../state.ts";

/** Returns an error for the longest field if the form is valid, but its text is too long. Returns undefined if the text
 *  fits. */
export function tooLong({ data, options }: Reading, form: FormValues): Message | undefined {
  if (data === undefined) return undefined;
  const error = attempt(() => encodeSymbol(data, options));
  if (!(error instanceof QrError)) return undefined;
  const [[field = ""] = []] = Object.entries(form).sort(([, a], [, b]) => String(b).length - String(a).length);
  return { field, rule: error.rule, values: error.values };
}

/** Returns possible corrections of `typed` that are valid in a field. */
export function correctionsOf(kind: string, name: string, typed: string): readonly string[] {
  const field = kindOf(kind).fields[name];
  const { offers = [] } = understand(kind, name, typed);
  return offers.filter((value) => field?.kind === "line" && value.length <= field.max);
}

/** Returns the text to show for `error` below the field `name`, which contains `typed`. */
export function errorText(kind: string, name: string, typed: string, error: Message): string {
  const field = kindOf(kind).fields[name];
  if (kind === "wifi" && name === "password" && typed === "") {
    return text("enterPasswordOr", { choice: quoted(text("wifi.security.nopass")) });
  }
  const { offers = [] } = understand(kind, name, typed);
  if (offers.length > 1 && field?.opens !== "web") return text("twoMeanings", { value: shorten(typed) });
  const simple = `enter.${field?.opens === "web" ? "web" : `${kind}.${name}`}`;
  const isSimple = isTextId(simple) && field && error.rule === ruleOf(field).rule;
  return isSimple ? text(simple) : message(brief(error), (field, first) => labelInForm(kind, field, first));
}

/** Returns the label of a field of the form, or of an option, as it appears in a message. */
function labelInForm(kind: string, name: string, first?: boolean): string {
  const { fields } = kindOf(kind);
  const label = Object.hasOwn(fields, name) ? fields[name]?.label : undefined;
  if (label === undefined) return labelOf(name, first);
  const shown = fieldLabel(kind, name);
  return first ? shown : inSentence(shown);
}
