import { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { NO_IMAGE } from "../../src/logo/host/request.ts";
import { ruleText } from "../rule-text.ts";
import { createTestFetcher, errorOf, serveHttp, serveRaw, serveUntrusted } from "./server.ts";

const LIMIT = 2 * 1024 * 1024;
const badServer = { name: "QrError", code: "LOGO_UNREACHABLE", field: "logo" };
const tooLarge = { name: "QrError", code: "LOGO_TOO_LARGE", field: "logo" };

describe("a hostile server", () => {
  const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n";
  const fetchFrom = (port: number, timeLimit = 5000, limit = 1000) =>
    errorOf(createTestFetcher({ timeLimit }).fetcher.fetch(`http://logo.example:${port}/`, limit));

  test("rejects a Content-Length above the limit", async () => {
    const port = await serveRaw((socket) => socket.write(`${HEAD}Content-Length: 1001\r\n\r\n`));
    expect(await fetchFrom(port)).toMatchObject(tooLarge);
  });

  test("accepts a body of exactly the limit, but not one byte more", async () => {
    const port = await serveHttp(({ url }, answer) => {
      answer.write("x".repeat(999));
      answer.end(url === "/more" ? "xx" : "x");
    });
    const { fetcher } = createTestFetcher();
    expect(await fetcher.fetch(`http://logo.example:${port}/`, 1000)).toHaveLength(1000);
    expect(await errorOf(fetcher.fetch(`http://logo.example:${port}/more`, 1000))).toMatchObject(tooLarge);
  });

  test("disconnects at the limit from a server that never stops sending", async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await serveRaw((socket) => {
      socket.write(`${HEAD}\r\n`);
      const more = () => socket.writable && socket.write(Buffer.alloc(64 * 1024), more);
      more();
      socket.on("close", closed);
    });
    expect(await fetchFrom(port, 5000, LIMIT)).toMatchObject({
      ...tooLarge,
      message: expect.stringContaining("at most 2 MB"),
    });
    await gone;
  });

  test("times out if the server sends slowly", async () => {
    const port = await serveRaw((socket) => {
      socket.write(`${HEAD}Content-Length: 900\r\n\r\n`);
      const drip = setInterval(() => socket.write("x"), 10);
      socket.on("close", () => clearInterval(drip));
    });
    // Sending the whole body would take nine seconds.
    expect(await fetchFrom(port, 200)).toMatchObject({ ...badServer, message: expect.stringContaining("0.2 s") });
  });

  test("times out if the server sends nothing", async () => {
    const port = await serveRaw((socket) => socket.resume());
    expect(await fetchFrom(port, 100)).toMatchObject(badServer);
  });

  test("does not extend the timeout for slow redirects", async () => {
    const port = await serveHttp((_, answer) => {
      setTimeout(() => answer.writeHead(302, { Location: "/again" }).end(), 80);
    });
    expect(await fetchFrom(port, 200)).toMatchObject({ ...badServer, message: expect.stringContaining("0.2 s") });
  });

  test("disconnects from a server that sends endless headers", async () => {
    const port = await serveRaw((socket) => {
      socket.write(HEAD);
      const more = () => socket.writable && socket.write(`X-More: ${"x".repeat(8000)}\r\n`, more);
      more();
    });
    expect(await fetchFrom(port)).toMatchObject(badServer);
  });

  test("rejects a gzip bomb without inflating it", async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const port = await serveHttp((_, answer) => answer.writeHead(200, { "Content-Encoding": "gzip" }).end(bomb));
    expect(await fetchFrom(port, 5000, LIMIT)).toMatchObject({
      ...badServer,
      message: expect.stringContaining("compressed"),
    });
  });

  test("fails immediately if the server switches protocols", async () => {
    const port = await serveRaw((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    );
    expect(await fetchFrom(port)).toMatchObject({
      ...badServer,
      message: expect.stringContaining("could not be fetched from its server"),
    });
  });

  test("times out if the server never sends its final response", async () => {
    const port = await serveRaw((socket) => {
      const early = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n"), 1);
      socket.on("close", () => clearInterval(early));
    });
    expect(await fetchFrom(port, 200)).toMatchObject({ ...badServer, message: expect.stringContaining("0.2 s") });
  });

  test("fails if the server closes the connection before the end of the body", async () => {
    const port = await serveRaw((socket) => socket.end(`${HEAD}Content-Length: 900\r\n\r\nabc`));
    expect(await fetchFrom(port)).toMatchObject(badServer);
  });

  test("fails if the server does not speak HTTP, and does not quote its response", async () => {
    const port = await serveRaw((socket) => socket.end("-ERR secret of redis\r\n"));
    const error = await fetchFrom(port);
    expect(error).toMatchObject(badServer);
    expect(String(error)).not.toContain("secret");
  });

  test("fails if the server does not speak TLS", async () => {
    const port = await serveRaw((socket) => socket.end("not TLS"));
    const { fetcher } = createTestFetcher();
    expect(await errorOf(fetcher.fetch(`https://logo.example:${port}/`, LIMIT))).toMatchObject(badServer);
  });

  test("fails if the server's certificate is untrusted, after sending only the host name", async () => {
    const names: string[] = [];
    const requests: unknown[] = [];
    const port = await serveUntrusted(names, (request, answer) => {
      requests.push(request.url);
      answer.end("logo");
    });
    const { fetcher } = createTestFetcher();
    expect(await errorOf(fetcher.fetch(`https://logo.example:${port}/`, LIMIT))).toMatchObject(badServer);
    expect(await errorOf(fetcher.fetch(`https://logo.example.:${port}/`, LIMIT))).toMatchObject(badServer);
    expect([names, requests]).toEqual([["logo.example", "logo.example"], []]);
  });

  test("fails if the server refuses connections, and does not name its address", async () => {
    const { fetcher } = createTestFetcher({
      connect: () => new Socket().destroy(new Error("connect ECONNREFUSED 10.0.0.1:80")),
    });
    const error = await errorOf(fetcher.fetch("http://logo.example/", LIMIT));
    expect(error).toMatchObject(badServer);
    expect(String(error)).not.toContain("10.0.0.1");
  });

  test.each([204, 206, 304, 401, 404, 500])(
    "fails with the same message if the server responds with status %i",
    async (status) => {
      const port = await serveHttp((_, answer) => answer.writeHead(status, "secret").end());
      expect(await fetchFrom(port)).toMatchObject({
        ...badServer,
        message: `logo could not be fetched: ${ruleText(NO_IMAGE, { option: "logoData" })}`,
      });
    },
  );
});
