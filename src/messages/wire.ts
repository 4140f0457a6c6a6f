import { type Message, messageOf, type Value, type Values, VERBATIM, verbatim } from "./message.ts";

/** Maximum length of a header with a message, in characters. */
const LONGEST = 2_000;

/** Returns the rule and the values of a message as the value of a header, in JSON with only ASCII characters; undefined if
 *  the message has no rule of its own or is too long. */
export function toHeader({ rule, values }: Message): string | undefined {
  if (rule === VERBATIM) return undefined;
  const json = JSON.stringify({ rule, values }).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return json.length > LONGEST ? undefined : json;
}

/** Returns the message that a server has sent: its text in English, and the header with its rule. */
export function fromHeader(text: string, field: string | undefined, header: string | null): Message {
  try {
    return fromSent(text, field, header === null ? undefined : JSON.parse(header));
  } catch {
    return { field, ...verbatim(text) };
  }
}

/** Returns the message that a server has sent. If it does not read as `text`, keeps only the text. */
export function fromSent(text: string, field: string | undefined, sent: unknown): Message {
  const { rule, values } = (sent ?? {}) as { readonly rule?: unknown; readonly values?: unknown };
  const message = { field, rule: String(rule), values: receivedValues(values, 0) };
  const isMeant = typeof rule === "string" && partsOf(message) <= MAX_PARTS && messageOf(message) === text;
  return isMeant ? message : { field, ...verbatim(text) };
}

/** Maximum number of parts of a message that is read. */
const MAX_PARTS = 200;

/** Returns how many values and clauses the text of a message contains. Clauses can repeat their clauses, so that their text
 *  takes exponential time. */
function partsOf({ rule, values = {} }: Message): number {
  const parts = new Map(Object.entries(values).map(([name, value]) => [name, partsIn(value)]));
  return [...rule.matchAll(/\{(\w+)\}/g)].reduce((sum, [, name = ""]) => sum + (parts.get(name) ?? 1), 1);
}

const partsIn = (value: Value): number => (typeof value === "object" && "rule" in value ? partsOf(value) : 1);

/** Maximum number of levels of clauses that are read. */
const DEEPEST = 8;

function receivedValues(values: unknown, depth: number): Values {
  if (typeof values !== "object" || values === null || depth > DEEPEST) return {};
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const received = receivedValue(value, depth);
    return received === undefined ? [] : [[name, received] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns undefined for a value that no message has. */
function receivedValue(value: unknown, depth: number): Value | undefined {
  if (typeof value === "string" || typeof value === "number") return value;
  if (typeof value !== "object" || value === null) return undefined;
  const { rule, values, field, number, digits, option, value: chosen } = value as Readonly<Record<string, unknown>>;
  if (typeof rule === "string") {
    return { ...(typeof field === "string" && { field }), rule, values: receivedValues(values, depth + 1) };
  }
  if (typeof number === "number") return { number, ...(isPlaces(digits) && { digits }) };
  return typeof option === "string" ? { option, ...(isScalar(chosen) && { value: chosen }) } : undefined;
}

const isPlaces = (digits: unknown): digits is number =>
  Number.isInteger(digits) && Number(digits) >= 0 && Number(digits) <= 20;

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
