import { QrError } from "../errors.ts";
import { reader, ruleOf } from "../options/kinds.ts";
import type { RawOptions } from "../options/parse.ts";
import { type Row, table } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import type { CardJob, HeavyWork } from "../ports.ts";

/** The words of a card: as those of a code, but for what they mean. */
const rows = {
  title: { kind: "line", max: 200, default: "", about: "Text beside the code, in any script." },
  data: table.data,
  color: { ...table.color, about: "Accent: the ground of the card, and of the code where it can be read." },
} as const satisfies Readonly<Record<keyof CardJob, Row>>;

/** The picture of the card that `words` ask for.
 *  @throws {QrError} DATA_MISSING, INVALID_OPTION, DATA_TOO_LONG, or BUSY. */
export async function drawCard(words: RawOptions, heavy: HeavyWork): Promise<Picture> {
  const job = readCard(words);
  return { contentType: "image/png", body: await heavy.drawCard(job) };
}

/** The card that `words` ask for, checked. An empty title is none. */
function readCard(words: RawOptions): CardJob {
  const { data } = words;
  if (data === undefined || data === "") {
    const example = "such as https://example.com";
    throw new QrError("DATA_MISSING", 400, `data is required: give the text of the code, ${example}`, "data");
  }
  const { title, color } = words;
  return {
    title: title === undefined || title === "" ? rows.title.default : read("title", title),
    data: read("data", data),
    color: color === undefined ? rows.color.default : read("color", color),
  };
}

/** The value that `word` stands for. @throws {QrError} INVALID_OPTION when it breaks its row's rule. */
function read(name: keyof typeof rows, word: unknown): string {
  const value = readers[name](word);
  if (typeof value === "string") return value;
  throw new QrError("INVALID_OPTION", 400, `${name} ${ruleOf(rows[name])}`, name);
}

const readers = { title: reader(rows.title), data: reader(rows.data), color: reader(rows.color) } as const;
