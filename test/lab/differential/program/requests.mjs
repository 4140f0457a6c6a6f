import { Agent, request } from "node:http";

/** Headers that depend on the time or the connection. */
const VOLATILE = /^(?:date|connection|keep-alive|transfer-encoding|age|server-timing)$/;

/** Starts a server with links in memory, and returns a function that sends the requests of an operation one after the
 *  other. */
export async function openRequests({ startServer }) {
  const { url } = await startServer({ port: 0, host: "127.0.0.1", links: "memory:" });
  const { port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });

  function send({ method, path, headers = {}, body }) {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
      const options = {
        agent,
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: { Host: "isoqr.test", ...length, ...headers },
      };
      const sent = request(options, (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part)).on("error", reject);
        response.on("end", () => resolve({ response, bytes: Buffer.concat(parts) }));
      });
      sent.on("error", reject).end(body);
    });
  }

  return {
    async run({ steps }) {
      const seen = { id: "", token: "", etag: "" };
      const answers = [];
      for (const step of steps) {
        const { response, bytes } = await send(filled(step, seen));
        const text = textOf(response.headers["content-type"] ?? "", bytes);
        if (response.headers.etag) seen.etag = response.headers.etag;
        for (const name of ["id", "token"]) {
          const value = new RegExp(`"${name}":"([^"]+)"`).exec(text ?? "")?.[1];
          if (value) seen[name] = value;
        }
        answers.push({
          status: response.statusCode,
          headers: headersOf(response.headers),
          body: text === undefined ? { bytes: bytes.toString("base64") } : withoutSecrets(text),
        });
      }
      return answers.length === 1 ? answers[0] : answers;
    },
  };
}

/** Returns a request with the values that earlier responses of the operation contained. */
function filled({ path, headers = {}, ...step }, { id, token, etag }) {
  const fill = (text) => text.replaceAll(":id", id).replaceAll(":token", token).replaceAll(":etag", etag);
  const filledHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
  return { ...step, path: path.replace(":id", id), headers: filledHeaders };
}

function headersOf(headers) {
  const names = Object.keys(headers).filter((name) => !VOLATILE.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, headers[name]]));
}

function textOf(type, bytes) {
  return /^image\/(?!svg)|octet-stream/.test(type) ? undefined : bytes.toString();
}

/** Replaces the random tokens of links, and the number of the build in the addresses of scripts. */
function withoutSecrets(text) {
  return text
    .replace(/"token":"[\w-]{43}"/g, '"token":"TOKEN"')
    .replace(/isoqr-\d+\.\d+\.\d+-[0-9a-f]{8}/g, "isoqr-BUILD");
}
