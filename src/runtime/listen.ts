import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { QrError } from "../errors.ts";
import { nextTask } from "../next-task.ts";
import type { Address } from "./configuration.ts";
import { settings } from "./settings-table.ts";

/** What the two parts of an address are called where they are set. */
interface Flags {
  readonly port: string;
  readonly host: string;
}

/** `given` in full, with what `npm start` has where nothing is given: Node takes a missing host for all there are. In
 *  sentences the two are called by `names`.
 *  @throws {QrError} INVALID_OPTION for what is no port or no host. */
export function settleAddress(
  { port = Number(settings.port.default), host = settings.host.default }: Partial<Address>,
  names: Flags = { port: "port", host: "host" },
): Address {
  // A program may have it from its environment, as a text.
  if (!settings.port.fits(String(port))) throw invalid(`${names.port} ${settings.port.rule}`);
  if (typeof host !== "string" || !settings.host.fits(host)) throw invalid(`${names.host} ${settings.host.rule}`);
  return { port: Number(port), host };
}

const invalid = (sentence: string) => new QrError("INVALID_OPTION", 400, sentence);

/** Resolves when `server` listens.
 *  @throws {Error} with one sentence, in which `flags` name what to change, when the address cannot be taken. */
export function listen(
  server: Server,
  { port, host }: Address,
  flags: Flags = { port: "--port", host: "--host" },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(sentenceFor(error, port, host, flags))));
    server.listen(port, host, resolve);
  });
}

/** "http://127.0.0.1:8080", with the port that was really taken. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function sentenceFor(error: NodeJS.ErrnoException, port: number, host: string, flags: Flags): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `port ${port} on ${host} is already in use: stop the other program or choose another with ${flags.port}`;
    case "EACCES":
      return `port ${port} is not open to this user: choose one above 1023 with ${flags.port}`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine: choose another with ${flags.host}`;
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`;
  }
}

export interface DrainSettings {
  /** Milliseconds for which connections that are idle may still be used for one more request; 0 when left out. */
  readonly linger?: number;
  /** Called when no new connections are taken; when it resolves, callers are told to leave theirs. */
  readonly closed?: () => Promise<unknown>;
  /** Milliseconds that requests under way have to finish; 10,000 when left out. */
  readonly grace?: number;
}

/** Lets `server` take no new connections, and resolves when the last connection is closed. Whoever asks once more on an old
 *  connection is answered, and told to close it: a server that closes it by itself may do so in the moment in which a
 *  request is on its way, and that would be lost. */
export async function drain(server: Server, settings: DrainSettings = {}): Promise<void> {
  const { linger = 0, closed, grace = 10_000 } = settings;
  // A server that closes would end idle connections at once.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  await acceptAll(server);
  const gone = new Promise<void>((resolve) => server.close(() => resolve()));
  await closed?.();
  // Not before: whoever is told to close its connection opens another, and nobody would be there to accept it.
  server.keepAliveTimeout = Math.max(1, linger);
  server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
  const idle = setTimeout(closeIdle, linger);
  const force = setTimeout(() => server.closeAllConnections(), grace);
  await gone;
  clearTimeout(idle);
  clearTimeout(force);
}

/** Turns of the event loop for which connections that wait to be accepted are looked for: one is accepted in each. */
export const MOST_TURNS = 1_000;

/** Resolves right after a turn in which nobody came: the system breaks connections that are not accepted when nobody listens
 *  any more. One may come even then; where none is to be lost, others see in time that the server is not ready. */
async function acceptAll(server: Server): Promise<void> {
  let busy = true;
  const note = () => {
    busy = true;
  };
  server.on("connection", note);
  for (let turn = 0; busy && turn < MOST_TURNS; turn++) {
    busy = false;
    await nextTask();
  }
  server.off("connection", note);
}
