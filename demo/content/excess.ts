import { encodeSymbol } from "../../src/core/core.ts";
import { QrError } from "../../src/errors.ts";
import { inLabels } from "../labels.ts";
import type { Reading } from "../reading.ts";
import type { FormWords } from "../state.ts";

/** The field of a form that is filled in rightly and yet too much for any code, and why: its longest, for that is the one to
 *  shorten. Undefined where there is such a code. */
export function excessOf({ data, options }: Reading, form: FormWords): { field: string; message: string } | undefined {
  if (data === undefined) return undefined;
  try {
    encodeSymbol(data, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof QrError)) throw error;
    const [[field = ""] = []] = Object.entries(form).sort(([, a], [, b]) => String(b).length - String(a).length);
    return { field, message: `${field} ${inLabels(error.message.replace(/^data /, ""))}` };
  }
}
