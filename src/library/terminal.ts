import { encodeSymbol } from "../core/core.ts";
import type { QrData } from "../core/data.ts";
import { checkValues } from "../options/kinds.ts";
import type { OptionsOf } from "../options/option-types.ts";
import { terminalTable } from "../options/table.ts";
import { drawTerminal } from "../render/blocks.ts";
import { symbolOptions } from "./checks.ts";
import type { SymbolOptions } from "./encode.ts";

/** Options for {@link toTerminal}. */
export interface TerminalOptions extends SymbolOptions, OptionsOf<"margin" | "color" | "bg"> {
  /** Whether escape sequences set the colours. Otherwise, the code has the terminal's colours, and block characters fill
   *  the light modules. Default true. */
  readonly ansi?: boolean | undefined;
}

/** Returns the QR code for `data` as lines of text with block characters. Each character is two modules high.
 *  @example console.log(toTerminal("https://example.com"));
 *  @throws {QrError} like {@link encode}. */
export function toTerminal(data: QrData, options?: TerminalOptions): string {
  const { ansi, ...frame } = checkValues(terminalTable, symbolOptions(options));
  return drawTerminal(encodeSymbol(data, frame), frame, ansi).slice(0, -1);
}
