import { usage } from "./faults.ts";
import { type ListRow, LONGEST, tooLong } from "./list-row.ts";

/** The rows of JSONL: a JSON object a line. @throws {QrError} when a line has no end. */
export async function* readJsonRows(text: AsyncIterable<string>, name: string): AsyncGenerator<ListRow> {
  let line = 0;
  let open = "";
  for await (const chunk of text) {
    const lines = (open + chunk).split("\n");
    open = lines.pop() ?? "";
    if (open.length > LONGEST) throw tooLong(name, line + 1);
    for (const one of lines) {
      line++;
      if (one.trim() !== "") yield { line, words: readObject(one) };
    }
  }
  if (open.trim() !== "") yield { line: line + 1, words: readObject(open) };
}

function readObject(line: string): ListRow["words"] {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Said below: what JSON.parse says quotes the text, which may be secret.
  }
  return usage('the line is no JSON object, such as {"data":"https://example.com"}');
}
