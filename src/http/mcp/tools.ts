import type { ApiCall, QrApi } from "../../api.ts";
import type { RawOptions } from "../../options/parse.ts";
import { type JsonSchema, optionDocs, optionsSchema, searchSchema, textOptionNames } from "../../options/schema.ts";
import type { Picture } from "../../picture.ts";
import { encodeBase64 } from "../../text/base64.ts";

type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
    };

/** The URI of a file that agents get as a resource, which needs one. Its content is in the response. */
const FILE = "isoqr:qr-code.pdf";

interface Tool {
  readonly title: string;
  /** Helps agents decide when to call the tool. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Whether a call pays for each design that it scans, and not only once. */
  readonly isSearch?: true;
  call(api: QrApi, input: RawOptions, caller: ApiCall): Promise<Content>;
}

export const tools: Readonly<Record<string, Tool>> = {
  generate_qr: {
    title: "Create a QR code",
    description: `Creates a QR code for any text, such as a URL, WiFi credentials or a contact card. Returns the chosen format: ${optionDocs.format}`,
    inputSchema: optionsSchema(textOptionNames),
    call: async (api, input, caller) => contentOf(await api.generate(input, caller)),
  },
  validate_qr: {
    title: "Check a QR code",
    description:
      "Checks whether scanners can read a QR code with these options, and suggests what to change if they cannot. Covers contrast, quiet zone, size and logo, and runs a scan check on the rendered image.",
    inputSchema: optionsSchema(textOptionNames),
    call: async (api, input, caller) => ({ type: "text", text: JSON.stringify(await api.inspect(input, caller)) }),
  },
  optimize_qr: {
    title: "Find a QR code that scans better",
    description:
      "Searches for changes with which a QR code scans better: draws and scans up to 40 designs, which takes several seconds. Returns reports about the design before and after, and the changed options.",
    inputSchema: searchSchema(textOptionNames),
    isSearch: true,
    call: async (api, input, caller) => ({ type: "text", text: JSON.stringify(await api.optimize(input, caller)) }),
  },
};

function contentOf({ contentType, body }: Picture): Content {
  return typeof body === "string"
    ? { type: "text", text: body }
    : contentType.startsWith("image/")
      ? { type: "image", data: encodeBase64(body), mimeType: contentType }
      : { type: "resource", resource: { uri: FILE, mimeType: contentType, blob: encodeBase64(body) } };
}
