import { connect } from "node:net";

/** Creates a minimal HTTP client on a keep-alive socket. It uses less processor time than the server that it measures.
 *  `ask` resolves to `{ status, head, body, took }`: `took` is in milliseconds, and `body` is the text if the response
 *  is JSON with a Content-Length. `ask` rejects if the socket breaks before the end of the response. Send one request
 *  at a time. Each line of `headers` ends in CRLF. `localAddress` is the client's address, such as 127.0.0.2. */
export function createCaller(url, { localAddress } = {}) {
  const { hostname, port } = new URL(url);
  let socket;
  let answer;

  function open() {
    const made = connect({ host: hostname, port: Number(port), noDelay: true, localAddress });
    const broken = (error) => {
      if (socket !== made) return;
      socket = undefined;
      answer?.reject(error);
      answer = undefined;
    };
    made.on("data", read);
    made.on("error", broken);
    made.on("close", () => broken(new Error("the connection closed before the end of the response")));
    return made;
  }

  function read(bytes) {
    if (!answer?.take(bytes)) return;
    const { resolve, sent, status, head, body } = answer;
    answer = undefined;
    if (/^connection: close/im.test(head)) {
      socket?.destroy();
      socket = undefined;
    }
    resolve({ status, head, body, took: performance.now() - sent });
  }

  return {
    ask({ method = "GET", path, body = "", headers = "" }) {
      socket ??= open();
      const about = body && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
      return new Promise((resolve, reject) => {
        answer = createAnswer(resolve, reject);
        socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers}${about}\r\n${body}`);
      });
    },
    close() {
      const closing = socket;
      socket = undefined;
      closing?.destroy();
    },
  };
}

/** Creates a parser for one response. `take` returns whether the response is complete. */
function createAnswer(resolve, reject) {
  let head;
  let json = false;
  let text = "";
  let left;
  let tail = "";
  return {
    resolve,
    reject,
    sent: performance.now(),
    get status() {
      return Number(head.slice(9, 12));
    },
    get head() {
      return head;
    },
    get body() {
      return text;
    },
    take(bytes) {
      let body = bytes;
      if (left === undefined) {
        const begun = tail + bytes.toString("latin1");
        const end = begun.indexOf("\r\n\r\n");
        if (end < 0) {
          tail = begun;
          return false;
        }
        head = begun.slice(0, end);
        const length = /^content-length: (\d+)/im.exec(head)?.[1];
        const none = /^HTTP\/1\.1 (?:204|304)/.test(head);
        left = none ? 0 : length === undefined ? Number.NaN : Number(length);
        body = Buffer.from(begun.slice(end + 4), "latin1");
        json = length !== undefined && /^content-type: application\/json/im.test(head);
        tail = "";
      }
      if (json) text += body.toString("latin1");
      left -= body.length;
      if (!Number.isNaN(left)) return left <= 0;
      // A chunked body ends with an empty chunk.
      tail = (tail + body.toString("latin1", Math.max(0, body.length - 7))).slice(-7);
      return tail.endsWith("\r\n0\r\n\r\n");
    },
  };
}
