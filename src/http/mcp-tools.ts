import type { QrApi } from "../api.ts";
import { encodeBase64 } from "../base64.ts";
import type { RawOptions } from "../options/parse.ts";
import { type JsonSchema, optionDocs, optionsSchema } from "../options/schema.ts";
import type { Picture } from "../picture.ts";

type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

interface Tool {
  readonly title: string;
  /** Written for the agent that chooses and calls the tool. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  call(api: QrApi, words: RawOptions): Promise<Content>;
}

export const tools: Readonly<Record<string, Tool>> = {
  generate_qr: {
    title: "Make a QR code",
    description: `Makes a QR code of a text: a web address, WiFi access, a contact card, or any other. The format decides what it is: ${optionDocs.format}`,
    inputSchema: optionsSchema(),
    call: async (api, words) => contentOf(await api.generate(words)),
  },
  validate_qr: {
    title: "Check a QR code",
    description:
      "Tells whether a QR code with these options will be read by scanners, and what to change if not: contrast, quiet zone, size, logo, and the result of reading the very picture back.",
    inputSchema: optionsSchema(),
    call: async (api, words) => ({ type: "text", text: JSON.stringify(await api.inspect(words)) }),
  },
};

function contentOf({ contentType, body }: Picture): Content {
  return typeof body === "string"
    ? { type: "text", text: body }
    : { type: "image", data: encodeBase64(body), mimeType: contentType };
}
