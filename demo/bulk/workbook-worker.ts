import {
  createLimits,
  type ListRecord,
  openWorkbook,
  type Workbook,
  type WorkLimits,
  workbookFailed,
} from "../product/lists.ts";
import { type Message, QrError, toRecord } from "../product/messages.ts";

/** A message from the page. The first one opens a workbook, and each later one requests a sheet. All requests of a
 *  search share limits. */
export type Question =
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly sheet: number; readonly isSearch: boolean };

/** The response: the names of the sheets, the records of a sheet, or why the file cannot be read. */
export type Answer =
  | { readonly sheets: readonly string[] }
  | { readonly records: readonly ListRecord[] }
  | { readonly message: Message };

let book: Workbook | undefined;
let search: WorkLimits | undefined;

/** A worker that reads one workbook. The page terminates it if a file takes too long. */
addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  postMessage(await answer(data).catch(refusal));
});

async function answer(question: Question): Promise<Answer> {
  if ("bytes" in question) {
    book = await openWorkbook(question.bytes);
    return { sheets: book.sheets };
  }
  const { sheet, isSearch } = question;
  // A search begins with the first sheet, and needs new limits.
  if (isSearch && sheet === 0) search = createLimits();
  return { records: (await book?.read(sheet, isSearch ? search : undefined)) ?? [] };
}

function refusal(error: unknown): Answer {
  return { message: error instanceof QrError ? toRecord(error) : { field: "file", rule: workbookFailed } };
}
