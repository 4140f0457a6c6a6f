import { readFileSync } from "node:fs";
import { rows } from "../../src/options/table.ts";
import { commandsIn } from "./shell-words.ts";

/** The URL of the service in the docs' examples. */
export const SERVICE = "http://127.0.0.1:8080";

/** Returns the requests that `code` sends to the service. An element or a call to the library counts as a request
 *  for the same image. Requests with placeholders such as <id> are left out. */
export function requestsIn(code: string, language: string): Request[] {
  if (language === "sh") return curlRequests(code);
  if (language === "html") return [...imageRequests(code), ...elementRequests(code)];
  if (language === "js" || language === "ts") return callRequests(code);
  if (language === "" || language === "text") return lineRequests(code);
  return [];
}

const withValue: Readonly<Record<string, string>> = {
  "-o": "output",
  "-H": "header",
  "-d": "data",
  "-X": "method",
  "--data-urlencode": "encoded",
};

/** Returns the requests of curl commands, except for those that send a file or the output of another command. */
function curlRequests(code: string): Request[] {
  return commandsIn(code.replace(/^.*<\w+>.*$/gm, ""))
    .filter(([program, ...words]) => program === "curl" && !words.some((word) => /^@|\$\(/.test(word)))
    .map(([, ...words]) => curlRequest(words));
}

function curlRequest(words: readonly string[]): Request {
  const given: { name: string; value: string }[] = [];
  let url = "";
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const name = withValue[word];
    if (name) given.push({ name, value: words[++i] ?? "" });
    else if (!word.startsWith("-")) url = word;
  }
  const all = (name: string) => given.filter((pair) => pair.name === name).map(({ value }) => value);
  const headers = all("header").map((line) => line.split(/:\s*/, 2) as [string, string]);
  const encoded = all("encoded").map((pair) => pair.replace(/(?<==).*/s, (value) => encodeURIComponent(value)));
  const data = [...encoded, ...all("data")].join("&");
  if (words.includes("-G")) return new Request(`${url}?${data}`);
  const method = all("method")[0] ?? (data ? "POST" : "GET");
  return new Request(url, { method, headers, ...(data && { body: data }) });
}

function imageRequests(code: string): Request[] {
  return [...code.matchAll(/\ssrc="(http:\/\/127\.0\.0\.1:8080\/[^"]+)"/g)].map(
    ([, url = ""]) => new Request(url.replaceAll("&amp;", "&")),
  );
}

function lineRequests(code: string): Request[] {
  return code
    .split("\n")
    .filter((line) => line.startsWith(`${SERVICE}/`) && !line.includes("<"))
    .map((line) => new Request(line));
}

function elementRequests(code: string): Request[] {
  return [...code.matchAll(/<qr-code([^>]*)>(.*?)<\/qr-code>/gs)].map(([, attributes = "", text = ""]) => {
    const words = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), value] as const,
    );
    return pictureRequest([["data", text.trim()], ...words]);
  });
}

/** Returns requests for calls such as toSvg("text", { size: 300 }), provided that all arguments except logos are
 *  literals. */
function callRequests(code: string): Request[] {
  return [...code.matchAll(/\bto(?:Svg|Png)\("([^"]*)"(?:, \{([^{}]*)\})?\)/g)].map(([, data = "", options = ""]) => {
    // A name without a value, such as `logo`, is a variable.
    const words = [...options.matchAll(/(\w+)(?:: "?([\w.-]+)"?)?(?=\s*(?:,|$))/g)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    );
    return pictureRequest([["data", data], ...words]);
  });
}

/** The logo that is used in place of all logos in examples. */
const LOGO = new URL("../../docs/logos/leaf.svg", import.meta.url);

/** Returns the request for an SVG with the options in `input`. If a name is repeated, the last value wins. Ignores
 *  names that are not options, such as other attributes of the element. */
function pictureRequest(words: readonly (readonly [string, string])[]): Request {
  const known = new Set<string>(rows.map(([name]) => name));
  const last = new Map(words.filter(([name]) => known.has(name)));
  if (last.delete("logo")) {
    const logoData = `data:image/svg+xml;base64,${readFileSync(LOGO, "base64")}`;
    const body = JSON.stringify({ ...Object.fromEntries(last), format: "svg", logoData });
    return new Request(`${SERVICE}/api/qr`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  }
  return new Request(`${SERVICE}/api/qr?${new URLSearchParams([...last, ["format", "svg"]])}`);
}
