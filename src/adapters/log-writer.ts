import { write } from "node:fs";

/** Writes lines somewhere, and never makes anybody wait. */
export interface LogWriter {
  /** One line of ASCII, without its end. */
  line(text: string): void;
  /** Resolves when what was there is written, or `limit` milliseconds later. */
  flush(limit?: number): Promise<void>;
}

/** As much as is written at once: whole lines only, and of several processes that write to one pipe none comes into the
 *  middle of another's. PIPE_BUF, pipe(7). */
const PIECE = 4096;

/** Bytes that may wait for a slow reader; of what comes later the lines are counted. */
const ROOM = 1024 * 1024;

/** Milliseconds that a line waits for others to go with it, and that a full pipe is left alone. */
const PAUSE = 100;

/** A writer to the file, pipe or terminal `fd`. Node would write to a pipe and wait for its reader; this one writes on a
 *  thread, one piece after another. A reader who goes away is the end of the log and of nothing else. `report` reads of
 *  what cannot be written, in one line. */
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
        rest = rest.subarray(await writeSome(fd, rest));
        reported = false;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        // Somebody made the pipe a non-blocking one, and it is full.
        if (code === "EAGAIN") {
          await pause(PAUSE);
          continue;
        }
        ended = code === "EPIPE" || code === "EBADF";
        if (!reported) report(`the log cannot be written${ended ? " any more" : ""}: ${code}`);
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
      await Promise.race([writing, pause(limit)]);
    },
  };
}

function writeSome(fd: number, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, bytes, (error, written) => (error ? reject(error) : resolve(written)));
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
