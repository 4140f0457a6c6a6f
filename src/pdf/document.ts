import { zlibSync } from "fflate";

// A writer of PDF 1.7 files (ISO 32000-1:2008). It writes each object as soon as it is complete, and keeps only offsets and
// the numbers of pages, so that a long document needs little memory. Files are deterministic: they have no dates, and their
// id is a hash of their content.

/** The number of an object. */
export type Ref = number;

export interface PdfInfo {
  readonly title: string;
  /** The language of the text, such as "en". */
  readonly language?: string | undefined;
}

/** Resources of a page or a form, by kind and name, such as { XObject: { X0: 5 } }. */
export type PdfResources = Readonly<Record<string, Readonly<Record<string, Ref>>>>;

export interface PdfPage {
  /** Size in points, of which an inch has 72. */
  readonly width: number;
  readonly height: number;
  readonly content: string;
  readonly resources?: PdfResources;
}

export interface PdfWriter {
  /** Writes an object, and returns its number. */
  add(body: string): Ref;
  /** Writes a stream, and returns its number. `entries` are those of its dictionary. The bytes are compressed unless
   *  `entries` has a filter. */
  addStream(entries: string, content: Uint8Array | string): Ref;
  addPage(page: PdfPage): void;
  /** Writes the end of the file. */
  end(): void;
}

const [CATALOG, PAGES, INFO] = [1, 2, 3];

/** Creates a writer, which passes parts of the file to `write` as soon as they are complete. */
export function createPdf({ title, language }: PdfInfo, write: (part: Uint8Array<ArrayBuffer>) => void): PdfWriter {
  const offsets: number[] = [];
  const pages: Ref[] = [];
  const hash = createHash();
  let position = 0;
  let next: Ref = INFO + 1;

  function emit(part: string | Uint8Array<ArrayBuffer>): void {
    const bytes = typeof part === "string" ? latinOf(part) : part;
    hash.add(bytes);
    position += bytes.length;
    write(bytes);
  }

  function begin(ref: Ref): void {
    offsets[ref] = position;
    emit(`${ref} 0 obj\n`);
  }

  function put(ref: Ref, body: string): void {
    begin(ref);
    emit(`${body}\nendobj\n`);
  }

  const writer: PdfWriter = {
    add(body) {
      put(next, body);
      return next++;
    },
    addStream(entries, content) {
      const given = typeof content === "string" ? latinOf(content) : content;
      const isRaw = entries.includes("/Filter");
      const bytes = isRaw ? Uint8Array.from(given) : Uint8Array.from(zlibSync(given, { level: 6 }));
      begin(next);
      emit(`<<${entries}${isRaw ? "" : "/Filter/FlateDecode"}/Length ${bytes.length}>>\nstream\n`);
      emit(bytes);
      emit("\nendstream\nendobj\n");
      return next++;
    },
    addPage({ width, height, content, resources = {} }) {
      const contents = writer.addStream("", content);
      const box = `[0 0 ${pdfNumber(width)} ${pdfNumber(height)}]`;
      const entries = `/MediaBox${box}/Resources${resourcesText(resources)}/Contents ${contents} 0 R`;
      pages.push(writer.add(`<</Type/Page/Parent ${PAGES} 0 R${entries}>>`));
    },
    end() {
      const kids = pages.map((ref) => `${ref} 0 R`).join(" ");
      put(PAGES, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
      put(INFO, `<</Title${pdfText(title)}/Producer(isoqr)>>`);
      const spoken = language === undefined ? "" : `/Lang${pdfText(language)}`;
      put(
        CATALOG,
        `<</Type/Catalog/Pages ${PAGES} 0 R${spoken}/ViewerPreferences<</DisplayDocTitle true/PrintScaling/None>>>>`,
      );
      const start = position;
      const id = `<${hash.hex()}>`;
      const rows = Array.from(
        { length: next - 1 },
        (_, at) => `${String(offsets[at + 1]).padStart(10, "0")} 00000 n \n`,
      );
      emit(
        `xref\n0 ${next}\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size ${next}/Root ${CATALOG} 0 R` +
          `/Info ${INFO} 0 R/ID[${id}${id}]>>\nstartxref\n${start}\n%%EOF\n`,
      );
    },
  };
  // The comment says that the file has bytes above 127. ISO 32000-1, 7.5.2.
  emit("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  return writer;
}

/** Returns the text of a resource dictionary. */
export function resourcesText(resources: PdfResources): string {
  const kinds = Object.entries(resources).map(([kind, refs]) => {
    const rows = Object.entries(refs).map(([name, ref]) => `/${name} ${ref} 0 R`);
    return `/${kind}<<${rows.join("")}>>`;
  });
  return `<<${kinds.join("")}>>`;
}

/** Returns a number as PDF and PostScript write it: without an exponent, with up to `decimals` decimals. */
export function pdfNumber(value: number, decimals = 5): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value + 0);
  const text = withoutZeros(value.toFixed(decimals));
  return text === "-0" ? "0" : text.replace(/^(-?)0\./, "$1.");
}

/** Removes zeros at the end of decimals. A loop, because a pattern for it would take quadratic time. */
export function withoutZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

/** Returns a text string: printable ASCII in parentheses, and other text as UTF-16. ISO 32000-1, 7.9.2.2. */
export function pdfText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, "\\$&")})`;
  let hex = "FEFF";
  for (const character of text) {
    const isLone = /^[\ud800-\udfff]$/.test(character);
    for (const unit of isLone ? "\ufffd" : character) {
      for (let at = 0; at < unit.length; at++) hex += unit.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
    }
  }
  return `<${hex}>`;
}

/** Returns the bytes of a text whose characters are all below 256. */
function latinOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Creates a hash of 128 bits: FNV-1a with four offsets. It identifies a file, and is no signature. */
function createHash() {
  const sums = new Int32Array([0x811c9dc5, 0x01234567, 0x89abcdef, 0x2468ace0]);
  return {
    add(bytes: Uint8Array): void {
      let [a = 0, b = 0, c = 0, d = 0] = sums;
      for (const byte of bytes) {
        a = Math.imul(a ^ byte, 0x01000193);
        b = Math.imul(b ^ byte, 0x01000193);
        c = Math.imul(c ^ byte, 0x01000193);
        d = Math.imul(d ^ byte, 0x01000193);
      }
      sums.set([a, b, c, d]);
    },
    hex: () => [...sums].map((sum) => (sum >>> 0).toString(16).toUpperCase().padStart(8, "0")).join(""),
  };
}
