import type { JsonSchema } from "../../options/schema.ts";
import { jsonResponse, movedResponse } from "../respond.ts";
import type { Routes } from "../router.ts";
import type { BaseUrl } from "../settings.ts";
import { fileResponse } from "../site.ts";
import { describeApi } from "./document.ts";
import { drawReference } from "./page.ts";

/** Adds the OpenAPI document, and the API reference with its style and script. */
export function addReferenceRoutes(routes: Routes, baseUrl?: BaseUrl): void {
  const server = typeof baseUrl === "string" ? baseUrl : "/";
  let description: JsonSchema | undefined;
  let page: Uint8Array | undefined;
  const encoder = new TextEncoder();
  const files: Readonly<Record<string, { readonly type: string; readonly bytes: Uint8Array }>> = {
    "/docs/reference.css": { type: "text/css; charset=utf-8", bytes: encoder.encode(STYLE) },
    "/docs/reference.js": { type: "text/javascript; charset=utf-8", bytes: encoder.encode(SCRIPT) },
  };

  routes.get("/openapi.json", () => {
    description ??= describeApi(server);
    return jsonResponse(description, 200, { "Cache-Control": "public, max-age=3600" });
  });
  routes.get("/docs", ({ request }) => {
    page ??= encoder.encode(drawReference());
    return fileResponse(request, page, "text/html; charset=utf-8", { more: { "Content-Security-Policy": POLICY } });
  });
  // The page uses relative URLs, because a proxy may serve it below a path.
  routes.get("/docs/", () => movedResponse("../docs"));
  for (const [path, { type, bytes }] of Object.entries(files)) {
    routes.get(path, ({ request }) => fileResponse(request, bytes, type));
  }
}

/** The policy of the reference. The page may only call the service and show its images. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The script of the reference. Shows the command for each request while its form changes, sends the request, and
 *  shows the response. */
const SCRIPT = `const MAX_LENGTH = 100000;

function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = {};
  let body;
  for (const { name, value, dataset } of form.querySelectorAll("[data-place]")) {
    if (dataset.place === "path") path = path.replace("{" + name + "}", encodeURIComponent(value));
    else if (dataset.place === "token") headers.Authorization = "Bearer " + value;
    else if (dataset.place === "body") body = value;
    else if (value !== "") query.set(name, value);
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const url = new URL(path, document.baseURI);
  url.search = query;
  return { url: url.href, method: form.dataset.method, headers, body };
}

const quote = (word) => "'" + word.replaceAll("'", "'\\\\''") + "'";

function commandOf({ url, method, headers, body }) {
  const words = ["curl"];
  if (method === "DELETE") words.push("-X DELETE");
  words.push(quote(url));
  for (const [name, value] of Object.entries(headers)) words.push("-H " + quote(name + ": " + value));
  if (body !== undefined) words.push("-d " + quote(body));
  return words.join(" ");
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function textBlock(text, label) {
  const cut = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) + "\\n… " + (text.length - MAX_LENGTH) + " more characters" : text;
  const block = element("pre", { textContent: cut, tabIndex: 0 });
  block.setAttribute("role", "group");
  block.setAttribute("aria-label", label);
  return block;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function contentOf(answer, type) {
  const blob = await answer.blob();
  if (type.startsWith("image/")) {
    return { size: blob.size, shown: element("img", { src: URL.createObjectURL(blob), alt: "The image in the response" }) };
  }
  if (blob.size === 0) return { size: 0, shown: element("p", { textContent: "The response has no body." }) };
  const text = await blob.text();
  return { size: blob.size, shown: textBlock(type === "application/json" ? pretty(text) : text, "Body of the response") };
}

for (const form of document.querySelectorAll("form")) {
  const find = (selector) => form.querySelector(selector);
  const [command, status, area, example, open] = [".command", ".status", ".answer", ".example", ".open"].map(find);
  let latest = 0;

  const update = () => {
    const request = requestOf(form);
    command.textContent = commandOf(request);
    if (open) open.href = request.url;
  };
  const send = async () => {
    const current = ++latest;
    const { url, ...init } = requestOf(form);
    status.textContent = "Sending …";
    const start = performance.now();
    try {
      const answer = await fetch(url, init);
      const type = (answer.headers.get("Content-Type") ?? "").replace(/;.*/, "");
      const { size, shown } = await contentOf(answer, type);
      if (current !== latest) return;
      const took = Math.round(performance.now() - start);
      status.textContent = [answer.status + " " + answer.statusText, type, size + " bytes", took + " ms"].filter((part) => part.trim()).join(" · ");
      const headers = element("details", {});
      const lines = [...answer.headers].map(([name, value]) => name + ": " + value);
      headers.append(element("summary", { textContent: "Headers" }), textBlock(lines.join("\\n"), "Headers of the response"));
      const old = area.querySelector("img");
      if (old) URL.revokeObjectURL(old.src);
      area.replaceChildren(shown, headers);
      area.hidden = false;
    } catch {
      if (current !== latest) return;
      status.textContent = "The request failed: check your connection and try again";
      area.hidden = true;
    }
  };

  example?.addEventListener("change", () => {
    find("textarea").value = example.value;
  });
  form.addEventListener("input", update);
  form.addEventListener("change", update);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  find(".copy").addEventListener("click", () => {
    navigator.clipboard.writeText(command.textContent).then(
      () => {
        status.textContent = "Command copied";
      },
      () => {
        getSelection().selectAllChildren(command);
        status.textContent = "Command selected: copy it with the keyboard";
      },
    );
  });
  find(".try").hidden = false;
  update();
}

// A link in the list closes it on narrow screens.
document.getElementById("operations").addEventListener("click", (event) => {
  if (event.target.closest("a")) event.currentTarget.hidePopover();
});

// A field that fails validation may be in a collapsed group.
addEventListener("invalid", (event) => {
  const group = event.target.closest("details");
  if (group) group.open = true;
}, true);

// Lets the playground's worker keep this page for offline use.
navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ playground: "keep", url: location.href }));
`;

const STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f7ef, #10160f);
  --paper: light-dark(#ffffff, #192018);
  --ink: light-dark(#101a12, #eef4e8);
  --soft: light-dark(#4b574c, #a9b5a5);
  --line: light-dark(#d5ddcd, #354033);
  --edge: light-dark(#7a8777, #76836f);
  --good: light-dark(#1c6b34, #86d996);
  --focus: light-dark(#3f6b00, #bfea5c);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-block-start: 1.5rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem / 1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100%; overflow-wrap: anywhere; }
a { color: inherit; text-decoration-color: var(--good); text-underline-offset: 0.18em; }
a:hover { color: var(--good); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
main:focus { outline: none; }
.skip { position: absolute; inset-inline-start: 1rem; z-index: 1; transform: translateY(-200%); padding: 0.5rem 1rem; border-radius: 0.625rem; background: var(--ink); color: var(--ground); }
.skip:focus { transform: translateY(0.5rem); color: var(--ground); }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; max-width: 88rem; margin: auto; padding: 1rem clamp(1rem, 3vw, 2.5rem); }
header nav { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.name { font-weight: 700; font-size: 1.25rem; letter-spacing: -0.02em; text-decoration: none; }
.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 1rem; border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--paper); color: inherit; font: inherit; font-weight: 600; font-size: 0.875rem; line-height: 1.25; text-decoration: none; cursor: pointer; }
.button:hover { border-color: var(--ink); color: inherit; }
.main { border-color: var(--ink); background: var(--ink); color: var(--ground); }
.main:hover { color: var(--ground); opacity: 0.85; }
.columns { display: grid; gap: 1.5rem 2.5rem; max-width: 88rem; margin: auto; padding: 0 clamp(1rem, 3vw, 2.5rem) 2.5rem; }
main { min-width: 0; }
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.01em; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 0; font-size: 1.5rem; }
h3 { margin: 0; font-size: 1.0625rem; }
h3 a { text-decoration: none; }
p, main > ul { max-width: 48rem; }
code, pre, .method { font-family: var(--mono); font-size: 0.9em; }
.method { font-weight: 700; color: var(--good); }
.contents p { margin: 1rem 0 0.25rem; color: var(--soft); font-weight: 600; font-size: 0.875rem; }
.contents ul { margin: 0; padding: 0; list-style: none; }
.contents a { display: block; padding: 0.3rem 0; text-decoration: none; line-height: 1.4; }
section { margin-block-start: 1.25rem; padding: 1.25rem clamp(0.75rem, 3vw, 1.5rem); border: 1px solid var(--line); border-radius: 0.875rem; background: var(--paper); }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 1rem; margin-block: 1rem; }
.wide { margin-block: 1rem; }
label { display: block; font-weight: 600; font-size: 0.9375rem; }
label span { color: var(--soft); font-weight: 400; font-size: 0.8125rem; }
.field p { margin: 0.25rem 0 0; color: var(--soft); font-size: 0.8125rem; line-height: 1.45; }
input, select, textarea { width: 100%; min-height: 2.75rem; margin-block-start: 0.25rem; padding: 0.375rem 0.625rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--ground); color: inherit; font: 0.9375rem / 1.4 var(--mono); }
textarea { display: block; resize: vertical; }
details { margin-block: 1rem; }
details:last-child { margin-block-end: 0; }
summary { width: fit-content; padding: 0.5rem 0; cursor: pointer; font-weight: 600; font-size: 0.9375rem; }
summary:hover { color: var(--good); }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; max-height: 24rem; overflow: auto; border-radius: 0.5rem; background: var(--ground); line-height: 1.5; white-space: pre; }
.command { white-space: pre-wrap; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.75rem 0; }
.status { margin: 0; min-height: 1.6em; color: var(--soft); font-size: 0.9375rem; }
.answer img { display: block; max-width: 100%; height: auto; margin-block: 0.5rem; border: 1px solid var(--line); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.625rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; line-height: 1.5; }
th, td { min-width: 5rem; padding: 0.5rem 0.75rem; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: break-word; }
thead th { color: var(--soft); font-size: 0.8125rem; }
tbody th { font-weight: 500; }
td { min-width: min(12rem, 60vw); }
tbody tr:last-child > * { border-block-end: 0; }
[hidden] { display: none; }
/* On narrow screens, a button opens the list of operations. */
.contents[popover] { width: min(22rem, 100vw - 2rem); max-height: calc(100dvh - 2rem); margin: auto; padding: 0.5rem 1rem 1rem; overflow: auto; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--paper); color: inherit; }
.contents::backdrop { background: rgb(0 0 0 / 50%); }
.close { position: sticky; inset-block-start: 0; float: inline-end; }
@media (min-width: 64rem) {
  .menu, .contents .close { display: none; }
  .columns { grid-template-columns: 17rem minmax(0, 1fr); }
  .contents[popover] { display: block; position: sticky; inset: 0 auto auto; align-self: start; width: auto; max-height: 100dvh; margin: 0; padding: 0 0 1.5rem; border: 0; background: none; font-size: 0.875rem; }
}
@media print { header, .contents[popover], .actions, .skip { display: none; } section { break-inside: avoid; border: 0; padding-inline: 0; } }
`;
