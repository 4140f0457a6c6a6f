/** How many bytes of a list are done, by its lines that are: reading runs ahead of drawing. */
export interface DoneBytes {
  /** `bytes`, counted. */
  watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  /** About how many bytes the first `lines` lines have. */
  of(lines: number): number;
}

const LINE_FEED = 10;

/** Remembers the chunks whose lines are not all done, and nothing of what is in them. */
export function createDoneBytes(): DoneBytes {
  /** How many lines have ended before a byte, at the ends of chunks in which one ends. */
  const marks = [{ lines: 0, bytes: 0 }];
  let most = 0;
  return {
    async *watch(bytes) {
      let [lines, length] = [0, 0];
      for await (const chunk of bytes) {
        for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
        length += chunk.length;
        if (lines > (marks.at(-1)?.lines ?? 0)) marks.push({ lines, bytes: length });
        yield chunk;
      }
    },
    of(lines) {
      // Rows end out of turn.
      most = Math.max(most, lines);
      while (marks[1] && marks[1].lines <= most) marks.shift();
      const [from, to] = marks;
      if (!from) return 0;
      if (!to) return from.bytes;
      return from.bytes + ((to.bytes - from.bytes) * (most - from.lines)) / (to.lines - from.lines);
    },
  };
}
