import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { checkValues } from "../options/kinds.ts";
import { type OptionsOf, terminalTable } from "../options/table.ts";
import { drawTerminal } from "../render/blocks.ts";
import { symbolOptions } from "./checks.ts";
import type { SymbolOptions } from "./encode.ts";

/** Options for {@link toTerminal}: all options for {@link encode}, `margin`, `color` and `bg`. If `ansi` is true
 *  (the default), escape sequences set the colours. If it is false, the code has the terminal's colours, and block
 *  characters fill the light modules. */
export type TerminalOptions = SymbolOptions &
  OptionsOf<"margin" | "color" | "bg"> & { readonly ansi?: boolean | undefined };

/** Returns the QR code for `data` as lines of text with block characters. Each character is two modules high.
 *  @example console.log(toTerminal("https://example.com"));
 *  @throws {QrError} like {@link encode}. */
export function toTerminal(data: QrData, options?: TerminalOptions): string {
  const { ansi, ...frame } = checkValues(terminalTable, symbolOptions(options));
  return drawTerminal(encodeSymbol(data, frame), frame, ansi).slice(0, -1);
}
