import type { JsonSchema } from "../../options/schema.ts";
import { escapeHtml } from "../markup.ts";
import { schemas } from "./answer-schemas.ts";
import { ABOUT, EXAMPLE_ID } from "./document.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./operations.ts";

/** A parameter of a request, and where the request contains it. "token" is the bearer token in the Authorization
 *  header. */
interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "token";
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The value in the first example; empty if the example does not have this parameter. */
  readonly value: string;
}

const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
const nameOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;

/** Returns the HTML of the API reference. It describes every operation, and its script sends requests. All URLs are
 *  relative, because a proxy may serve the page below a path. */
export function drawReference(): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const groups = tags.map((name) => ({ name, own: operations.filter(({ tag }) => tag === name) }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>isoqr: API reference</title>
<meta name="description" content="Every operation of the isoqr HTTP API, with forms that send requests.">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="docs/reference.css">
<script defer src="docs/reference.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<a class="name" href="./">isoqr</a>
<nav aria-label="Site"><a class="button" href="./">Playground</a> <a class="button" href="guide/">Guide</a> <a class="button" href="openapi.json">OpenAPI</a></nav>
<button class="button menu" type="button" popovertarget="operations">All operations</button>
</header>
<div class="columns">
<nav id="operations" class="contents" popover aria-label="Operations">
<button class="button close" type="button" popovertarget="operations" popovertargetaction="hide">Close</button>
${groups.map(({ name, own }) => `<p>${name}</p>\n<ul>\n${own.map(entryOf).join("\n")}\n</ul>`).join("\n")}
</nav>
<main id="main" tabindex="-1">
<h1>API reference</h1>
${paragraphsOf(ABOUT)}
${groups.map(({ name, own }) => `<h2>${name}</h2>\n${own.map(sectionOf).join("\n")}`).join("\n")}
</main>
</div>
</body>
</html>
`;
}

function entryOf(operation: Operation): string {
  return `<li><a href="#${operation.id}">${code(nameOf(operation))}</a></li>`;
}

/** Returns the HTML of text with blank lines between its paragraphs, and with list items that begin with a dash. */
function paragraphsOf(text: string): string {
  return text
    .split("\n\n")
    .map((part) => {
      if (!part.startsWith("- ")) return `<p>${escapeHtml(part)}</p>`;
      const items = part.slice(2).split("\n- ");
      return `<ul>\n${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("\n")}\n</ul>`;
    })
    .join("\n");
}

function sectionOf(operation: Operation): string {
  const { id, method, path, summary, about, answer } = operation;
  const types = Object.keys(answer.content ?? {});
  const rows = [
    [String(answer.status), `${escapeHtml(answer.about)} ${types.map(code).join(" ")}`, ""],
    ...(operation.kept ? [["304", "Not modified: If-None-Match contains the ETag.", ""]] : []),
    ...operation.refusals.map(({ when, error }) => {
      const { status, message } = error();
      return [String(status), escapeHtml(when), escapeHtml(message)];
    }),
  ];
  const name = nameOf(operation);
  return `<section aria-labelledby="${id}">
<h3 id="${id}"><a href="#${id}"><span class="method">${method.toUpperCase()}</span> ${code(path)}</a></h3>
<p>${escapeHtml(summary)}.${about ? ` ${escapeHtml(about)}` : ""}</p>
<form data-method="${method.toUpperCase()}" data-path="${path.slice(1)}" aria-labelledby="${id}">
${fieldsOf(operation)}
<div class="try" hidden>
<pre class="command" role="region" aria-label="Command for ${name}" tabindex="0"></pre>
<p class="actions"><button class="button main">Send request</button> <button class="button copy" type="button">Copy command</button>${method === "get" ? ' <a class="button open" target="_blank" rel="noopener">Open in a new tab</a>' : ""}</p>
<p class="status" role="status"></p>
<div class="answer" role="region" aria-label="Response of ${name}" hidden></div>
</div>
</form>
<details><summary>Responses</summary>
${tableOf(`Responses of ${name}`, ["status", "when", "error message"], rows)}
</details>
</section>`;
}

/** Returns the fields of the form. Fields without a value in the example are collapsed, except if there are few. */
function fieldsOf(operation: Operation): string {
  const fields = parametersOf(operation);
  const first = fields.length < 8 ? fields : fields.filter(({ value }) => value !== "");
  const rest = fields.filter((parameter) => !first.includes(parameter));
  const grid = (some: readonly Parameter[]) =>
    some.length === 0 ? "" : `<div class="fields">\n${some.map((one) => fieldOf(one, operation)).join("\n")}\n</div>`;
  const more = `<details><summary>${rest.length} more parameters</summary>\n${grid(rest)}\n</details>`;
  return [grid(first), rest.length > 0 ? more : "", bodyOf(operation)].filter(Boolean).join("\n");
}

function parametersOf({ path, query, token, examples }: Operation): Parameter[] {
  const input = Object.values(examples)[0]?.input ?? {};
  const properties = (query?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (query?.required ?? []) as readonly string[];
  const inPath: Parameter = {
    name: "id",
    place: "path",
    schema: { type: "string", description: "The id of the link." },
    required: true,
    value: EXAMPLE_ID,
  };
  const bearer: Parameter = {
    name: "token",
    place: "token",
    schema: { type: "string", description: "The token returned when the link was created." },
    required: true,
    value: "",
  };
  return [
    ...(path.includes("{id}") ? [inPath] : []),
    ...(token ? [bearer] : []),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      place: "query" as const,
      schema,
      required: required.includes(name),
      value: String(input[name] ?? ""),
    })),
  ];
}

function fieldOf({ name, place, schema, required, value }: Parameter, operation: Operation): string {
  const id = `${operation.id}-${name}`;
  const usual = schema.default === undefined || schema.default === "" ? "" : String(schema.default);
  const about = `id="${id}" name="${name}" data-place="${place}" aria-describedby="${id}-about"${required ? " required" : ""}`;
  const hint = [String(schema.description ?? ""), valuesOf(schema), usual && `Default: ${code(usual)}.`];
  return `<div class="field"><label for="${id}">${code(name)}${required ? " <span>required</span>" : ""}</label>
${controlOf(schema, about, value)}
<p id="${id}-about">${hint.filter(Boolean).join(" ")}</p></div>`;
}

function controlOf({ type, enum: listed, format, minimum, maximum }: JsonSchema, about: string, value: string): string {
  const choices = type === "boolean" ? [false, true] : (listed as readonly unknown[] | undefined);
  if (choices) {
    const options = ["", ...choices.map(String)].map(
      (choice) => `<option${choice === value ? " selected" : ""}>${escapeHtml(choice)}</option>`,
    );
    return `<select ${about}>${options.join("")}</select>`;
  }
  const bounds = type === "integer" || type === "number" ? ` min="${minimum}" max="${maximum}"` : "";
  const kind = bounds ? `type="number" step="${type === "integer" ? 1 : "any"}"${bounds}` : "";
  const text = format === "uri" ? 'type="url"' : 'autocomplete="off" spellcheck="false"';
  return `<input ${about} ${kind || text} value="${escapeHtml(value)}">`;
}

/** Returns the bounds of `schema` as HTML, or an empty string if the form shows all values. */
function valuesOf({ type, minimum, maximum, maxLength, maxItems }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (maxLength !== undefined) return `At most ${maxLength} characters.`;
  if (maxItems !== undefined) return `At most ${maxItems} items.`;
  return type === "array" ? "A list." : "";
}

/** Returns the field for the JSON body, and a table of the body's properties; empty if the operation has no body. */
function bodyOf({ id, body, examples, ...operation }: Operation): string {
  if (body === undefined) return "";
  const schema = schemas[body] as JsonSchema;
  const properties = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>);
  const required = (schema.required ?? []) as readonly string[];
  const rows = properties.map(([name, property]) => {
    const { description, enum: choices, default: usual, ...found } = resolved(property);
    const values = choices ? (choices as readonly unknown[]).map((choice) => code(String(choice))).join(" ") : "";
    const start = required.includes(name) ? "required" : usual === undefined || usual === "" ? "" : code(String(usual));
    return [code(name), start, `${escapeHtml(String(description ?? ""))} ${values || valuesOf(found)}`];
  });
  const samples = Object.values(examples).map(({ summary, input }) => {
    const value = escapeHtml(JSON.stringify(input, null, 2));
    return `<option value="${value}">${escapeHtml(summary)}</option>`;
  });
  const value = JSON.stringify(Object.values(examples)[0]?.input, null, 2);
  const title = `Properties of the body of ${nameOf({ ...operation, id, examples })}`;
  return `<div class="field wide"><label for="${id}-example">Example</label>
<select id="${id}-example" class="example">${samples.join("")}</select></div>
<div class="field wide"><label for="${id}-body">JSON body</label>
<textarea id="${id}-body" name="body" data-place="body" rows="8" spellcheck="false" autocomplete="off">
${escapeHtml(value)}</textarea></div>
<details><summary>Properties of the body</summary>
${tableOf(title, ["property", "default", "meaning"], rows)}
</details>`;
}

function resolved(schema: JsonSchema): JsonSchema {
  const { $ref } = schema;
  return $ref === undefined ? schema : (schemas[String($ref).replace("#/components/schemas/", "")] as JsonSchema);
}

/** Returns a table whose cells are HTML. It scrolls horizontally if it is too wide. */
function tableOf(label: string, names: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = names.map((name) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map(([first, ...cells]) => {
    return `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  return `<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join("\n")}
</tbody></table></div>`;
}
