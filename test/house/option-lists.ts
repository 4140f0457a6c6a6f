import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { rows } from "../../src/options/table.ts";

/** Finds lists of option names outside src/options: code that the option table should make unnecessary. */

const root = fileURLToPath(new URL("../..", import.meta.url));

const names: ReadonlySet<string> = new Set(rows.map(([name]) => name));

/** Maximum number of option names in a list. */
const MAX_NAMES = 3;

export interface OptionList {
  readonly path: string;
  readonly line: number;
  /** The name of the declaration at the top of the file that contains the list. */
  readonly declaration: string;
  readonly names: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [property: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode);

/** Returns the lists in src, sw and demo. */
export function optionLists(): OptionList[] {
  return ["src", "sw", "demo"]
    .flatMap(filesIn)
    .flatMap((path) => listsIn(path, readFileSync(join(root, path), "utf8")));
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs|js)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/^src\/(?:options|core\/generated)\//.test(path));
}

/** Returns the lists of more than MAX_NAMES option names in a file. */
export function listsIn(path: string, text: string): OptionList[] {
  const found: OptionList[] = [];
  const complete = new Set<Node>();
  const visit = (node: Node, declaration: string, parent?: Node) => {
    for (const record of completeIn(node)) complete.add(record);
    const listed = complete.has(node) ? [] : [...new Set(namesIn(node, parent))].filter((name) => names.has(name));
    if (listed.length > MAX_NAMES) {
      found.push({ path, line: text.slice(0, node.start).split("\n").length, declaration, names: listed });
    }
    for (const key in node) {
      const value = node[key];
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) visit(child, declaration, node);
      } else if (isNode(value)) visit(value, declaration, node);
    }
  };
  for (const statement of nodesIn(parseAst(text, { lang: "ts" }).body)) visit(statement, nameOf(statement));
  return found;
}

/** Returns the name that a statement declares. */
function nameOf(statement: Node): string {
  const declared = nodesIn(statement.declaration)[0] ?? statement;
  const [first = declared] = nodesIn(declared.declarations);
  const [id] = nodesIn(first.id);
  return typeof id?.name === "string" ? id.name : "";
}

/** Returns the names that a node lists. */
function namesIn(node: Node, parent: Node | undefined): string[] {
  switch (node.type) {
    case "ArrayExpression":
      return parent?.type === node.type ? [] : [...stringsIn(node), ...nodesIn(node.elements).flatMap(readBy)];
    case "TSTupleType":
      return parent?.type === node.type ? [] : stringsIn(node);
    case "ObjectExpression":
      return nodesIn(node.properties).flatMap((one) => (one.shorthand ? [] : keyOf(one)));
    case "TSUnionType":
      return nodesIn(node.types).flatMap(stringsIn);
    case "TSTypeLiteral":
      return nodesIn(node.members).flatMap(keyOf);
    case "TSInterfaceBody":
      return nodesIn(node.body).flatMap(keyOf);
    case "TSEnumBody":
      return nodesIn(node.members).flatMap(({ id }) =>
        nodesIn(id).flatMap((name) => [...readBy(name), ...stringsIn(name)]),
      );
    case "SwitchStatement":
      return nodesIn(node.cases).flatMap((one) => stringsIn(nodesIn(one.test)[0]));
    case "CallExpression":
    case "NewExpression":
      // Several arguments, such as those of add() and concat(), and words in one string, such as "size color".split(" ")
      // and new RegExp("^(?:size|color)$").
      return [...nodesIn(node.arguments).flatMap(stringsIn), ...wordsOf(node)];
    case "LogicalExpression":
      return parent?.type === node.type ? [] : comparedIn(node);
    case "Literal":
      return isNode(node) && "regex" in node ? matchedBy(node.regex as { pattern: string; flags: string }) : [];
    default:
      return [];
  }
}

/** Returns the object in a declaration or an expression whose type is a record of all options, such as
 *  `Record<OptionName, string>`: the compiler names what is missing in it. */
function completeIn(node: Node): Node[] {
  const isDeclaration = node.type === "VariableDeclarator";
  if (!isDeclaration && node.type !== "TSSatisfiesExpression") return [];
  const [type] = nodesIn((isDeclaration ? nodesIn(node.id)[0] : node)?.typeAnnotation);
  if (!type || describe(type).replace(/^Readonly<(.*)>$/, "$1") !== "Record<OptionName>") return [];
  return nodesIn(isDeclaration ? node.init : node.expression).flatMap(objectIn);
}

/** Returns the object in an expression, such as `{ ... } as const`, or the argument of `english({ ... })`. */
function objectIn(node: Node): Node[] {
  if (node.type === "ObjectExpression") return [node];
  if (node.type === "CallExpression") return nodesIn(node.arguments).slice(0, 1).flatMap(objectIn);
  return /^(?:TSAs|TSSatisfies|Parenthesized)Expression$/.test(node.type)
    ? nodesIn(node.expression).flatMap(objectIn)
    : [];
}

/** Returns the name of a type with its first argument, without an annotation around it. */
function describe(type: Node): string {
  if (type.type === "TSTypeAnnotation") return describe(nodesIn(type.typeAnnotation)[0] as Node);
  const name = String(nodesIn(type.typeName)[0]?.name ?? "");
  const [first] = nodesIn(nodesIn(type.typeArguments)[0]?.params);
  return first ? `${name}<${describe(first)}>` : name;
}

/** Returns the strings in a literal, and in arrays and objects of literals. */
function stringsIn(node: Node | undefined): string[] {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? [node.value] : [];
    case "TemplateLiteral":
      return nodesIn(node.quasis).map(({ value }) => (value as { cooked: string }).cooked);
    case "TSLiteralType":
      return stringsIn(nodesIn(node.literal)[0]);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return stringsIn(nodesIn(node.expression)[0]);
    case "SpreadElement":
      return stringsIn(nodesIn(node.argument)[0]);
    case "ArrayExpression":
      return nodesIn(node.elements).flatMap(stringsIn);
    case "TSTupleType":
      return nodesIn(node.elementTypes).flatMap(stringsIn);
    case "ObjectExpression":
      return nodesIn(node.properties).flatMap((one) => stringsIn(nodesIn(one.value)[0]));
    default:
      return [];
  }
}

function keyOf(property: Node): string[] {
  const [key] = nodesIn(property.key);
  return key?.type === "Identifier" && !property.computed ? [String(key.name)] : stringsIn(key);
}

/** Returns the words of a string that a call splits, or compiles as a pattern. */
function wordsOf(call: Node): string[] {
  const [callee] = nodesIn(call.callee);
  const isPattern = callee?.type === "Identifier" && callee.name === "RegExp";
  const text = isPattern ? nodesIn(call.arguments).flatMap(stringsIn) : stringsIn(nodesIn(callee?.object)[0]);
  return text.flatMap((words) => words.split(/\W+/));
}

/** Returns the name of the value that an expression reads, such as `options.size`. */
function readBy(node: Node): string[] {
  if (node.type === "Identifier") return [String(node.name)];
  return node.type === "MemberExpression" && !node.computed ? nodesIn(node.property).flatMap(readBy) : [];
}

/** Returns the names in a chain of conditions, such as `name === "size" || name === "color"`, and in a chain of values,
 *  such as `size || color`. */
function comparedIn(node: Node): string[] {
  switch (node.type) {
    case "LogicalExpression":
    case "BinaryExpression":
      return [...nodesIn(node.left), ...nodesIn(node.right)].flatMap(comparedIn);
    case "UnaryExpression":
      return nodesIn(node.argument).flatMap(comparedIn);
    case "ParenthesizedExpression":
      return nodesIn(node.expression).flatMap(comparedIn);
    default:
      return [...readBy(node), ...stringsIn(node)];
  }
}

/** Returns the names that a pattern matches, but not their letters in the opposite order, as patterns for any text do. */
function matchedBy({ pattern, flags }: { readonly pattern: string; readonly flags: string }): string[] {
  const matches = new RegExp(pattern, flags.replace(/[gy]/g, ""));
  return [...names].filter((name) => matches.test(name) && !matches.test([...name].reverse().join("")));
}
