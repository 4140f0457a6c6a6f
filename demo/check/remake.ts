import { detect, url } from "../../src/payload/payload.ts";
import { kindOf, readState } from "../reading.ts";
import type { FormWords, State } from "../state.ts";

/** The form that makes `text` anew: that of its kind where the code then says the same, otherwise that of an address or of
 *  any text, which keep every letter. */
export function formFor(text: string): Pick<State, "kind"> & { readonly words: FormWords } {
  for (const kind of [detect(text).kind, url.name]) {
    // What nobody is shown of a text belongs to it all the same, such as the version of a card.
    const words = kindOf(kind).parse(text) as FormWords | undefined;
    if (!words) continue;
    const { data } = readState({ kind, forms: { [kind]: words }, look: {} });
    if (data !== undefined && meaning(data) === meaning(text)) return { kind, words };
  }
  return { kind: "text", words: { text } };
}

/** The parts of a text without what is only a way of writing: the order of its parts, ends of lines, empty parts, the case
 *  of their names, backslashes and percent-encoding. Of two texts of the same fields with the same parts, none says more. */
function meaning(text: string): string {
  return text
    .replace(/^(?:WIFI|MECARD):/i, "$&;")
    .split(/[\r\n;&?]+/)
    .map((part) =>
      decoded(part.replace(/\\([\s\S])/g, "$1")).replace(/^[A-Z-]+(?=[:=])/i, (name) => name.toUpperCase()),
    )
    .filter((part) => !/^(?:[A-Z-]+[:=])?$/.test(part))
    .sort()
    .join("\n");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
