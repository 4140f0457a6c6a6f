import { write } from "node:fs";
import type { IncomingMessage, RequestListener } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const writeSome = /* @__PURE__ */ promisify(write);

/** A request and its outcome, for logs and metrics. It contains no URLs or payloads. */
export interface Exchange {
  readonly method: string;
  /** The route pattern, such as "/i/:name", or "none". */
  readonly route: string;
  /** The status of the response; 0 if the client disconnected first. */
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly whole: boolean;
}

export interface ExchangeWatch {
  begin?(): void;
  end(exchange: Exchange): void;
}

interface ExchangeTracker {
  onRoute(incoming: IncomingMessage | undefined, route: string): void;
  wrap(listener: RequestListener): RequestListener;
}

export function createExchangeTracker(watches: readonly ExchangeWatch[]): ExchangeTracker {
  const open = new WeakMap<IncomingMessage, { route: string }>();
  /** For each socket, the number of bytes written by the end of its last response. */
  const written = new WeakMap<Socket, number>();
  return {
    onRoute(incoming, route) {
      const exchange = incoming && open.get(incoming);
      if (exchange) exchange.route = route;
    },
    wrap: (listener) => (request, response) => {
      const exchange = { route: "none" };
      const start = performance.now();
      const { socket, method = "" } = request;
      open.set(request, exchange);
      for (const watch of watches) watch.begin?.();
      response.once("close", () => {
        const { route } = exchange;
        const before = written.get(socket) ?? 0;
        written.set(socket, socket.bytesWritten);
        const finished: Exchange = {
          method,
          route,
          status: response.headersSent ? response.statusCode : 0,
          bytes: socket.bytesWritten - before,
          milliseconds: performance.now() - start,
          whole: response.writableFinished,
        };
        for (const watch of watches) watch.end(finished);
      });
      return listener(request, response);
    },
  };
}

/** Writes a line of JSON for each exchange to `log`. Each line has the route pattern instead of the URL, because URLs
 *  contain link ids and the text that people encode. */
export function createAccessLog(log: Pick<LogWriter, "line">, now: () => Date = () => new Date()): ExchangeWatch {
  return {
    end({ method, route, status, bytes, milliseconds, whole }) {
      const [time, ms] = [now().toISOString(), Math.round(milliseconds * 100) / 100];
      log.line(JSON.stringify({ time, method, route, status, bytes, ms, ...(!whole && { broken: true }) }));
    },
  };
}

export interface LogWriter {
  /** Writes `text`, one line of ASCII without a newline. */
  line(text: string): void;
  /** Resolves when all lines so far are written, or after `limit` milliseconds (1,000 by default). */
  flush(limit?: number): Promise<void>;
}

/** Maximum size of a write in bytes. Writes of at most PIPE_BUF bytes are atomic, and each consists of whole lines, so that
 *  processes that share a pipe do not mix lines. pipe(7). */
const PIECE = 4096;

/** Maximum number of bytes that wait for a slow reader. Further lines are dropped and counted. */
export const ROOM = 1024 * 1024;

/** Milliseconds for which a line waits, so that one write can contain several lines. Also the pause before another write to
 *  a full pipe. */
const PAUSE = 100;

/** Creates a writer to the file, pipe or terminal `fd`. It writes one piece after another, asynchronously, because
 *  console.log would block on a pipe. If the reader closes the pipe, logging stops and the server keeps running. `report` is
 *  called with one line when writing fails. */
export function createLogWriter(fd: number, report: (line: string) => void): LogWriter {
  const pieces: string[] = [];
  let last = "";
  let [waiting, dropped] = [0, 0];
  let ended = false;
  let writing: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = false;

  function add(text: string): void {
    if (last.length + text.length >= PIECE) {
      pieces.push(last);
      last = "";
      start();
    }
    last += `${text}\n`;
    waiting += text.length + 1;
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
  }

  async function writeAll(): Promise<void> {
    for (;;) {
      if (pieces.length === 0) {
        if (last === "" || ended) return;
        pieces.push(last);
        last = "";
      }
      const piece = pieces.shift() ?? "";
      await writePiece(piece);
      waiting -= piece.length;
      if (dropped > 0 && waiting < ROOM / 2) {
        const lost = dropped;
        dropped = 0;
        add(JSON.stringify({ time: new Date().toISOString(), dropped: lost }));
      }
    }
  }

  async function writePiece(piece: string): Promise<void> {
    let rest = Buffer.from(piece, "latin1");
    while (rest.length > 0 && !ended) {
      try {
        rest = rest.subarray((await writeSome(fd, rest)).bytesWritten);
        reported = false;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // The pipe is in non-blocking mode, and full.
        if (code === "EAGAIN") {
          await sleep(PAUSE, undefined, { ref: false });
          continue;
        }
        ended = code === "EPIPE" || code === "EBADF";
        if (!reported) report(`writing the access log failed: ${code}${ended ? "; logging has stopped" : ""}`);
        reported = true;
        return;
      }
    }
  }

  return {
    line(text) {
      if (ended) return;
      if (waiting + text.length >= ROOM) {
        dropped += 1;
        return;
      }
      add(text);
      timer ??= writing ? undefined : setTimeout(start, PAUSE).unref();
    },
    async flush(limit = 1_000) {
      start();
      await Promise.race([writing, sleep(limit, undefined, { ref: false })]);
    },
  };
}
