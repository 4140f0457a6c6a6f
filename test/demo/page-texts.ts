import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { shapeLabel } from "../../demo/labels.ts";
import type { Dictionary } from "../../demo/languages/language.ts";
import { presetLabel } from "../../demo/look/presets.ts";
import { presetNames } from "../../src/options/presets.ts";
import { table } from "../../src/options/table.ts";
import { kinds } from "../../src/payload/payload.ts";

/** A node of a syntax tree. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

interface Texts {
  /** The English texts. */
  readonly keys: ReadonlySet<string>;
  /** Calls from which no text can be extracted, or whose values do not match the placeholders. */
  readonly faults: readonly string[];
}

/** Returns the English texts of the playground: those in its scripts and its page, and the labels that it derives from
 *  tables. */
export function pageTexts(): Texts {
  const keys = new Set([
    ...kinds.flatMap(({ label, fields }) => [label, ...Object.values(fields).flatMap(labelsOf)]),
    ...presetNames.map(presetLabel),
    ...[...table.dotStyle.of, ...table.eyeStyle.of, ...table.pupilStyle.of].map(shapeLabel),
  ]);
  const faults: string[] = [];
  for (const path of filesIn("demo", ".ts")) {
    const found = textsIn(readFileSync(path, "utf8"));
    for (const key of found.keys) keys.add(key);
    faults.push(...found.faults.map((fault) => `${path}: ${fault}`));
  }
  const page = readFileSync("demo/index.html", "utf8");
  for (const [, key = ""] of page.matchAll(/ data-text>([^<]+)</g)) keys.add(key);
  return { keys, faults };
}

/** Returns the paths of the files below `folder` whose names end with `extension`. */
export function filesIn(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`);
}

function labelsOf(field: (typeof kinds)[number]["fields"][string]): string[] {
  return [field.label, ...(field.kind === "choice" ? field.of.map((value) => field.show?.(value) ?? value) : [])];
}

/** Returns the texts in TypeScript source: the literals in arguments of `text` and `english`. */
export function textsIn(source: string): Texts {
  const keys = new Set<string>();
  const faults: string[] = [];
  for (const node of nodesOf(parseAst(source, { lang: "ts" }))) {
    const { type, callee, arguments: passed } = node as { type: string; callee?: Node; arguments?: readonly Node[] };
    const [first, values] = passed ?? [];
    if (type !== "CallExpression" || callee?.type !== "Identifier" || !first) continue;
    const code = source.slice(Number(node.start), Number(node.end));
    if (callee.name === "english") {
      for (const { type, value } of nodesOf(first, "key")) {
        if (type === "Literal" && typeof value === "string") keys.add(value);
        else if (type === "TemplateLiteral") faults.push(code);
      }
    }
    if (callee.name !== "text") continue;
    for (const argument of choicesOf(first)) {
      const form = formOf(argument);
      const given = values?.type === "ObjectExpression" ? namesOf(values) : [];
      if (form) keys.add(form.key);
      const isFaulty = form
        ? !isSame(
            form.placeholders,
            given.filter((name) => name !== form.optional),
          )
        : isComposed(argument);
      if (isFaulty) faults.push(code);
    }
  }
  return { keys, faults };
}

/** Returns what is wrong with the translations of a language. */
export function faultsIn(dictionary: Dictionary, keys: ReadonlySet<string>): string[] {
  return [
    ...[...keys].filter((key) => !Object.hasOwn(dictionary, key)).map((key) => `has no ${key}`),
    ...Object.entries(dictionary).flatMap(([key, translation]) => {
      if (!keys.has(key)) return [`is not used: ${key}`];
      const forms = typeof translation === "string" ? [translation] : Object.values(translation);
      return forms.flatMap((form) => {
        const isSubset = placeholdersOf(form).every((name) => placeholdersOf(key).includes(name));
        if (form.trim() === "") return [`is empty: ${key}`];
        const isAll = typeof translation !== "string" || isSame(placeholdersOf(form), placeholdersOf(key));
        return isSubset && isAll ? [] : [`has other placeholders: ${key}`];
      });
    }),
  ];
}

/** Returns the branches of a conditional expression, or the node itself. */
function choicesOf(node: Node): readonly Node[] {
  if (node.type !== "ConditionalExpression") return [node];
  return [node.consequent, node.alternate].flatMap((branch) => choicesOf(branch as Node));
}

interface Form {
  readonly key: string;
  readonly placeholders: readonly string[];
  /** The name of a value that selects the form, and may be missing in the text. */
  readonly optional?: string;
}

/** Returns the form of a text by which its translation is found, or undefined if the node is not a literal. */
function formOf(node: Node): Form | undefined {
  if (node.type === "Literal") return { key: String(node.value), placeholders: placeholdersOf(String(node.value)) };
  if (node.type !== "ObjectExpression") return undefined;
  const properties = node.properties as readonly { readonly key: Node; readonly value: Node }[];
  const key = String(properties.find((property) => property.key.name === "other")?.value.value);
  return { key, placeholders: placeholdersOf(key).filter((name) => name !== "count"), optional: "count" };
}

function isComposed({ type }: Node): boolean {
  return type === "TemplateLiteral" || type === "BinaryExpression";
}

function namesOf(node: Node): string[] {
  return (node.properties as readonly { key: Node }[]).map(({ key }) => String(key.name));
}

function placeholdersOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return [...new Set(some)].sort().join() === [...new Set(others)].sort().join();
}

/** Yields all nodes below `node`, and the node itself, except those in the property `skipped`. */
function* nodesOf(node: unknown, skipped = ""): Generator<Node> {
  if (typeof node !== "object" || node === null) return;
  if ("type" in node) yield node as Node;
  for (const [name, value] of Object.entries(node)) if (name !== skipped) yield* nodesOf(value, skipped);
}
