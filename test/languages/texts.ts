import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseAst } from "vite";
import { presetLabel, shapeLabel } from "../../demo/labels.ts";
import { type Dictionary, type LanguageFile, labelKey } from "../../src/languages/language.ts";
import { presetNames } from "../../src/options/presets.ts";
import { table } from "../../src/options/table.ts";
import { kinds } from "../../src/payload/payload.ts";

/** A node of a syntax tree. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };

interface Texts {
  /** The English texts. */
  readonly keys: ReadonlySet<string>;
  /** The texts that have a form per plural category. */
  readonly plurals: ReadonlySet<string>;
  /** Calls from which no text can be extracted, or whose values do not match the placeholders. */
  readonly faults: readonly string[];
}

/** The English texts of each dictionary. */
interface PageTexts {
  readonly labels: Texts["keys"];
  readonly playground: Texts["keys"];
  readonly sharePage: Texts["keys"];
  readonly lostPage: Texts["keys"];
  /** The texts that have a form per plural category. */
  readonly plurals: Texts["keys"];
  readonly faults: readonly string[];
}

/** The files of all languages besides English, by tag. */
export const languageFiles: Readonly<Record<string, LanguageFile>> = Object.fromEntries(
  await Promise.all(
    readdirSync("src/languages")
      .filter((name) => name !== "language.ts")
      .map(async (name) => [basename(name, ".ts"), await import(`../../src/languages/${name}`)]),
  ),
);

/** Returns the English texts of all pages: those in the scripts, those in the page of the playground, and the labels that
 *  are derived from tables. Texts that both the playground and share pages have are labels. */
export function pageTexts(): PageTexts {
  const playground = textsInFiles(filesIn("demo", ".ts"));
  const sharePage = textsInFiles(["src/http/share-text.ts"]);
  const lostPage = textsInFiles(["src/http/page.ts"]);
  const page = readFileSync("demo/index.html", "utf8");
  const shown = [
    ...playground.keys,
    ...[...page.matchAll(/ data-text>([^<]+)</g)].map(([, key = ""]) => key),
    ...[...page.matchAll(/ data-text="([\w-]+)" \1="([^"]+)"/g)].map(([, , key = ""]) => key),
    ...presetNames.map(presetLabel),
    ...[...table.dotStyle.of, ...table.eyeStyle.of, ...table.pupilStyle.of].map(shapeLabel),
  ];
  const labels = new Set([
    ...kinds.flatMap(({ name, label, fields }) => [
      label,
      ...Object.entries(fields).flatMap(([field, row]) => labelsOf(labelKey(name, field, row.label), row)),
    ]),
    ...shown.filter((key) => sharePage.keys.has(key)),
  ]);
  const rest = (keys: Iterable<string>) => new Set([...keys].filter((key) => !labels.has(key)));
  return {
    labels,
    playground: rest(shown),
    sharePage: rest(sharePage.keys),
    lostPage: lostPage.keys,
    plurals: new Set([...playground.plurals, ...sharePage.plurals]),
    faults: [...playground.faults, ...sharePage.faults, ...lostPage.faults],
  };
}

function textsInFiles(paths: readonly string[]): Texts {
  const found = paths.map((path) => ({ path, ...textsIn(readFileSync(path, "utf8")) }));
  return {
    keys: new Set(found.flatMap(({ keys }) => [...keys])),
    plurals: new Set(found.flatMap(({ plurals }) => [...plurals])),
    faults: found.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`)),
  };
}

/** Returns the paths of the files below `folder` whose names end with `extension`. */
export function filesIn(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => `${folder}/${name}`);
}

function labelsOf(label: string, field: (typeof kinds)[number]["fields"][string]): string[] {
  // Share pages show flags that are set.
  if (field.kind === "flag") return [label, "Yes"];
  return [label, ...(field.kind === "choice" ? field.of.map((value) => field.show?.(value) ?? value) : [])];
}

/** Returns the texts in TypeScript source: the literals in arguments of `text` and `english`. */
export function textsIn(source: string): Texts {
  const keys = new Set<string>();
  const plurals = new Set<string>();
  const faults: string[] = [];
  for (const node of nodesOf(parseAst(source, { lang: "ts" }))) {
    const { type, callee, arguments: passed } = node as { type: string; callee?: Node; arguments?: readonly Node[] };
    const [first, values] = passed ?? [];
    if (type !== "CallExpression" || callee?.type !== "Identifier" || !first) continue;
    const code = source.slice(Number(node.start), Number(node.end));
    if (callee.name === "english") {
      for (const { type, value } of nodesOf(first, "key")) {
        if (type === "Literal" && typeof value === "string" && value !== "") keys.add(value);
        else if (type === "TemplateLiteral") faults.push(code);
      }
    }
    if (callee.name !== "text") continue;
    for (const argument of choicesOf(first)) {
      const form = formOf(argument);
      const given = values?.type === "ObjectExpression" ? namesOf(values) : [];
      if (form) keys.add(form.key);
      if (form?.optional) plurals.add(form.key);
      const isFaulty = form
        ? form.isUneven ||
          !isSame(
            form.placeholders,
            given.filter((name) => name !== form.optional),
          )
        : isComposed(argument);
      if (isFaulty) faults.push(code);
    }
  }
  return { keys, plurals, faults };
}

/** Returns the strings in TypeScript source. Each expression in a string becomes the digit 7. */
export function stringsIn(source: string): string[] {
  return [...nodesOf(parseAst(source, { lang: "ts" }))].flatMap((node) => {
    if (node.type === "Literal" && typeof node.value === "string") return [node.value];
    if (node.type !== "TemplateLiteral") return [];
    const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
    return [parts.map(({ value }) => value.cooked).join("7")];
  });
}

/** Returns what is wrong with a dictionary of the language `tag`. */
export function faultsIn(
  dictionary: Dictionary,
  tag: string,
  { keys, plurals, isPartial = false }: Pick<Texts, "keys" | "plurals"> & { readonly isPartial?: boolean },
): string[] {
  const missing = [...keys].filter((key) => !Object.hasOwn(dictionary, key)).map((key) => `has no ${key}`);
  const faults = Object.entries(dictionary).flatMap(([key, translation]) =>
    keys.has(key) ? faultsOf(translation, key, tag, plurals.has(key), isPartial) : [`is not used: ${key}`],
  );
  return [...missing, ...faults];
}

/** If `isPartial` is set, translations may lack values that only developers need. */
function faultsOf(
  translation: Dictionary[string],
  key: string,
  tag: string,
  isPlural: boolean,
  isPartial: boolean,
): string[] {
  const categories = isPlural ? new Intl.PluralRules(tag).resolvedOptions().pluralCategories : [];
  const forms = typeof translation === "string" ? [translation] : Object.values(translation);
  const found = typeof translation === "string" ? [] : Object.keys(translation);
  if (!isSame(categories, found)) return [`must have the plural forms ${categories.join(", ") || "none"}: ${key}`];
  return forms.flatMap((form) => {
    if (form.trim() === "") return [`is empty: ${key}`];
    const isSubset = placeholdersOf(form).every((name) => placeholdersOf(key).includes(name));
    const values = (text: string) => placeholdersOf(text).filter((name) => !isPlural || name !== "count");
    const isAll = isPartial || isSame(values(form), values(key));
    return isSubset && isAll ? [] : [`has other placeholders: ${key}`];
  });
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
  /** Whether the singular lacks other values. Languages with one form for all numbers would show them, too. */
  readonly isUneven?: boolean;
}

/** Returns the form of a text that is the key of its translation, or undefined if the node is not a literal. */
function formOf(node: Node): Form | undefined {
  if (node.type === "Literal") return { key: String(node.value), placeholders: placeholdersOf(String(node.value)) };
  if (node.type !== "ObjectExpression") return undefined;
  const properties = node.properties as readonly { readonly key: Node; readonly value: Node }[];
  const textOf = (form: string) => String(properties.find(({ key }) => key.name === form)?.value.value);
  const valuesOf = (form: string) => placeholdersOf(textOf(form)).filter((name) => name !== "count");
  const isUneven = !isSame(valuesOf("one"), valuesOf("other"));
  return { key: textOf("other"), placeholders: valuesOf("other"), optional: "count", isUneven };
}

function isComposed({ type }: Node): boolean {
  return type === "TemplateLiteral" || type === "BinaryExpression";
}

function namesOf(node: Node): string[] {
  const properties = node.properties as readonly { readonly key?: Node }[];
  return properties.flatMap(({ key }) => (key ? [String(key.name)] : []));
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
