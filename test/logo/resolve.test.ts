import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { createPublicResolve, hasNoAddress, resolveHere } from "../../src/logo/host/request.ts";

const TYPE_A = 1;

/** Starts a name server on the loopback address, and returns a function that resolves names with it. The server returns
 *  an IPv4 address for every name except two: unknown.example does not exist, and slow.example gets no response. See
 *  RFC 1035, section 4.1, for the messages. */
async function serveNames() {
  const socket = createSocket("udp4");
  onTestFinished(() => void socket.close());
  socket.on("message", (query, { port, address }) => {
    const name = query.subarray(12, query.indexOf(0, 12) + 1);
    const question = query.subarray(12, 12 + name.length + 4);
    const type = question.readUInt16BE(name.length);
    const label = name.toString("latin1");
    if (label.includes("slow")) return;
    const unknown = label.includes("unknown");
    const answers = type === TYPE_A && !unknown ? 1 : 0;
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(unknown ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers, 6);
    // A resource record: a pointer to the name in the question, type A, class IN, a TTL of 60 s, and four bytes of
    // address.
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
    socket.send(Buffer.concat([head, question, ...(answers ? [record] : [])]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return createPublicResolve([`127.0.0.1:${socket.address().port}`]);
}

const never = new AbortController().signal;

test("resolves a name that has only IPv4 addresses", async () => {
  const resolve = await serveNames();
  expect(await resolve("logo.example", never)).toEqual(["93.184.216.34"]);
});

test("rejects an unknown name", async () => {
  const resolve = await serveNames();
  const error = await resolve("unknown.example", never).catch((error: unknown) => error);
  expect(hasNoAddress(error)).toBe(true);
});

test("cancels a query when its signal aborts", async () => {
  const resolve = await serveNames();
  const waiting = new AbortController();
  const error = resolve("slow.example", waiting.signal).catch((error: unknown) => error);
  waiting.abort();
  expect(await error).toMatchObject({ code: "ECANCELLED" });
  expect(hasNoAddress(await error)).toBe(false);
  await expect(resolve("logo.example", waiting.signal)).rejects.toThrow();
});

test("resolves localhost with the operating system", async () => {
  const addresses = await resolveHere("localhost", never);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.every((address) => address === "::1" || address.startsWith("127."))).toBe(true);
});
