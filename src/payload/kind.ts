import { QrError } from "../errors.ts";
import { type Checked, checkFields, type FieldTable, type Given, invalid } from "./fields.ts";

/** A kind of payload: what it holds, how it is written into a code and read back. */
export interface PayloadKind<T extends FieldTable = FieldTable> {
  /** One lower-case word for programs. */
  readonly name: string;
  /** The kind as people call it. */
  readonly label: string;
  /** What phones do with it, to stand after "to": "join the network". */
  readonly purpose: string;
  readonly fields: T;
  /** The fields in one spelling. @throws {QrError} INVALID_OPTION with a sentence about the first wrong field. */
  check(fields: Given<T>): Checked<T>;
  /** The text to encode. @throws {QrError} INVALID_OPTION as check does. */
  build(fields: Given<T>): string;
  /** The fields that `text` holds, or undefined when it is not of this kind. What build makes of them reads back as the
   *  same fields; parameters without a field of their own are passed over.
   *  @throws {QrError} INVALID_OPTION when `text` is no string. */
  parse(text: string): Checked<T> | undefined;
  /** A few words that tell this payload from others of its kind, without any secret. */
  title(fields: Checked<T>): string;
}

/** What is written by hand of a kind; the rest is the same for all. */
interface Definition<T extends FieldTable> {
  readonly name: string;
  readonly label: string;
  readonly purpose: string;
  readonly fields: T;
  /** Rules between fields. @throws {QrError} INVALID_OPTION. */
  judge?(fields: Checked<T>): void;
  /** The text for checked fields. */
  write(fields: Checked<T>): string;
  /** The words that `text` gives for the fields, not yet judged; undefined when it is not of this kind. */
  read(text: string): Words<T> | undefined;
  title(fields: Checked<T>): string;
}

/** Words read from a text, not yet judged. */
export type Words<T extends FieldTable> = { readonly [Name in keyof T]?: string | boolean | undefined };

/** More than any code holds; longer texts are not looked at. */
const LONGEST = 7089;

// So that who builds one kind of text has not the others in the bundle.
/* @__NO_SIDE_EFFECTS__ */
export function defineKind<const T extends FieldTable>(definition: Definition<T>): PayloadKind<T> {
  const { name, label, purpose, fields: table, write, read, title } = definition;
  const judged = (given: Readonly<Record<string, unknown>>) => {
    const checked = checkFields(table, given);
    definition.judge?.(checked);
    return checked;
  };
  return {
    name,
    label,
    purpose,
    fields: table,
    check: judged,
    build: (given) => write(judged(given)),
    parse(text) {
      if (typeof text !== "string") throw invalid("text", "must be a string");
      if (text.length > LONGEST) return undefined;
      const words = read(text);
      return words && attempt(() => judged(words));
    },
    title,
  };
}

/** What `action` gives, or undefined where it complains. */
function attempt<R>(action: () => R): R | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}
