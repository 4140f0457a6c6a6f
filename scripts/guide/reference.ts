import { escapeHtml } from "../../src/http/markup.ts";
import { describeApi } from "../../src/http/reference/document.ts";
import { highlightCode } from "./colors.ts";
import type { Heading } from "./markdown.ts";
import { SERVICE } from "./requests.ts";

type Json = Readonly<Record<string, unknown>>;

const record = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (value === undefined ? "" : String(value));
const code = (value: string) => `<code class="word">${escapeHtml(value)}</code>`;

/** Returns HTML that describes all operations of the API (parameters, an example, responses and errors), and its
 *  headings. */
export function renderReference(): { html: string; headings: Heading[] } {
  const api = record(describeApi(SERVICE));
  const schemas = record(record(api.components).schemas);
  const headings: Heading[] = [];
  let html = overview(record(api.paths));
  for (const tag of list(api.tags).map((entry) => text(record(entry).name))) {
    html += heading({ id: tag.toLowerCase().replaceAll(" ", "-"), text: tag, depth: 2 }, escapeHtml(tag), headings);
    for (const [path, operations] of Object.entries(record(api.paths))) {
      for (const [method, operation] of Object.entries(record(operations))) {
        if (!list(record(operation).tags).includes(tag)) continue;
        html += renderOperation(method.toUpperCase(), path, record(operation), schemas, headings);
      }
    }
  }
  return { html, headings };
}

/** Returns a table of all operations. */
function overview(paths: Json): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(record(operations)).map(([method, operation]) => {
      const { operationId, summary } = record(operation);
      const name = `${method.toUpperCase()} ${path}`;
      return [`<a href="#${escapeHtml(text(operationId))}">${code(name)}</a>`, escapeHtml(text(summary))];
    }),
  );
  return table("All operations", ["operation", "summary"], rows);
}

function heading({ id, text, depth }: Heading, inner: string, headings: Heading[]): string {
  headings.push({ id, text, depth });
  return `<h${depth} id="${escapeHtml(id)}"><a href="#${escapeHtml(id)}">${inner}</a></h${depth}>\n`;
}

function renderOperation(method: string, path: string, operation: Json, schemas: Json, headings: Heading[]): string {
  const id = text(operation.operationId);
  const name = `${method} ${path}`;
  const begin = heading({ id, text: name, depth: 3 }, code(name), headings);
  const about = [operation.summary, operation.description].filter(Boolean).map((line) => toSentence(text(line)));
  const content = record(record(record(operation.requestBody).content)["application/json"]);
  const schema = resolve(content.schema, schemas);
  const rows = [
    ...list(operation.parameters).map((entry) => parameterRow(record(entry))),
    ...propertyRows(schema, schemas),
  ];
  const label = escapeHtml(`${name}:`);
  return [
    begin,
    `<p>${about.map(escapeHtml).join(" ")}</p>`,
    rows.length > 0 ? table(`${label} parameters`, ["name", "values", "default", "meaning"], rows) : "",
    exampleOf(method, path, operation, content),
    table(`${label} responses`, ["status", "when", "message"], answerRows(record(operation.responses))),
  ].join("\n");
}

function toSentence(line: string): string {
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function resolve(schema: unknown, schemas: Json): Json {
  const { $ref } = record(schema);
  return $ref === undefined ? record(schema) : record(schemas[text($ref).replace("#/components/schemas/", "")]);
}

function parameterRow({ name, schema, required, description }: Json): string[] {
  return row(text(name), record(schema), required === true, text(description));
}

function propertyRows(schema: Json, schemas: Json): string[][] {
  return Object.entries(record(schema.properties)).map(([name, property]) => {
    const found = resolve(property, schemas);
    return row(name, found, list(schema.required).includes(name), text(found.description));
  });
}

function row(name: string, schema: Json, required: boolean, about: string): string[] {
  const usual = required ? "required" : "default" in schema && schema.default !== "" ? code(text(schema.default)) : "";
  return [code(name), valuesOf(schema), usual, escapeHtml(about)];
}

/** Returns the allowed values of `schema` as HTML. */
function valuesOf({ type, enum: choices, minimum, maximum, maxLength, maxItems, format }: Json): string {
  if (choices !== undefined)
    return list(choices)
      .map((choice) => code(text(choice)))
      .join(" ");
  if (minimum !== undefined && maximum !== undefined)
    return escapeHtml(`${text(type)}, ${text(minimum)} to ${text(maximum)}`);
  if (maxLength !== undefined) return escapeHtml(`up to ${text(maxLength)} characters`);
  if (maxItems !== undefined) return escapeHtml(`list, up to ${text(maxItems)}`);
  return escapeHtml(format === "uri" ? "URL" : text(type));
}

/** Returns the first example of an operation as HTML that shows a curl command. */
function exampleOf(method: string, path: string, operation: Json, content: Json): string {
  const address = `${SERVICE}${path.replace("{id}", text(record(list(operation.parameters)[0]).example))}`;
  const body = record(Object.values(record(content.examples))[0]).value;
  const token = operation.security === undefined ? "" : " -H 'Authorization: Bearer <token>'";
  const query = list(operation.parameters).flatMap((entry) => {
    const { name, in: place, examples } = record(entry);
    const value = record(Object.values(record(examples))[0]).value;
    return place === "query" && value !== undefined ? [`${text(name)}=${encodeURIComponent(text(value))}`] : [];
  });
  const asked = query.length > 0 ? `${address}?${query.join("&")}` : address;
  const verb = method === "GET" || method === "POST" ? "" : ` -X ${method}`;
  const sent = body === undefined ? "" : ` -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
  const command = `curl${verb} '${asked}'${token}${sent}`;
  const label = escapeHtml(`Example of ${method} ${path}`);
  return `<div class="example wrap"><div class="code"><pre role="region" tabindex="0" aria-label="${label}"><code>${highlightCode(command, "sh")}</code></pre></div></div>`;
}

function answerRows(responses: Json): string[][] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const { description, content } = record(response);
    const cases = Object.values(record(record(record(content)["application/json"]).examples)).map(record);
    const types = Object.keys(record(content)).map(code).join(" ");
    if (cases.length === 0) return [[code(status), `${escapeHtml(text(description))} ${types}`, ""]];
    return cases.map(({ summary, value }) => [
      code(status),
      escapeHtml(text(summary)),
      escapeHtml(text(record(value).error)),
    ]);
  });
}

/** Returns a table whose cells are HTML. */
function table(label: string, names: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = names.map((name) => (name === "" ? "<td></td>" : `<th scope="col">${name}</th>`)).join("");
  const body = rows.map(
    ([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`,
  );
  return `<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join("\n")}\n</tbody></table></div>\n`;
}
