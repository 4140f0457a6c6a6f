import { encodeSymbol, segmentText } from "../core/core.ts";
import { segments } from "../core/data.ts";
import type { EcLevel, QrSymbol, SymbolSettings } from "../core/symbol.ts";
import { QrError } from "../errors.ts";
import { freeRoom, freeUrl } from "../messages/picture-rules.ts";
import type { FreePart } from "../options/picture-table.ts";
import { type Block, layOutMessage, type Message } from "./blocks.ts";
import { maskModules } from "./masks.ts";
import { createBasis, fitBlock, type Target } from "./solve.ts";
import { addSuffix, FREE_BITS, takesSuffix } from "./suffix.ts";

/** What a picture code says, and the symbols that it may have. */
export interface CodeRequest {
  readonly data: string;
  readonly ec: EcLevel;
  /** Smallest version, 1 to 40. */
  readonly version: number;
  /** What changes: "padding", the codewords after the text, which decoders skip; or characters that are added to a URL, after
   *  which the padding has its standard values. */
  readonly free: FreePart;
  /** The masks to choose from, 0 to 7. */
  readonly masks: readonly number[];
}

/** A symbol whose free bits follow a picture. */
export interface ChosenSymbol extends QrSymbol {
  /** The text that decoders return: `data` with the suffix, if there is one. */
  readonly text: string;
  readonly message: Message;
  /** Number of data bits that were free. */
  readonly freeBits: number;
  /** The weight of the modules that differ from the picture, as a share of the weight of all modules of the message. */
  readonly difference: number;
}

/** A symbol of the data, and the data bits that may change. */
interface Canvas {
  readonly settings: SymbolSettings & { readonly ec: EcLevel; readonly version: number };
  readonly data: Parameters<typeof encodeSymbol>[0];
  readonly freeBits: readonly number[];
  /** Returns the text of the symbol whose data bits `bitAt` returns. */
  textOf(bitAt: (bit: number) => number): string;
}

/** Number of bits of the indicator after the last segment. ISO/IEC 18004:2015, 7.4.9. */
const TERMINATOR = 4;

/** Returns the version of the symbol of `request`, before a target is drawn for it. @throws {QrError} like `encodeSymbol`. */
export function versionOf({ data, ec, version }: CodeRequest): number {
  return encodeSymbol(data, { ec, version }).version;
}

/** Returns the symbol that shows as much as possible of `target`, which has the modules of the version that `versionOf`
 *  returns. Data modules and check modules both take part: a data bit changes the check words of its block, so the free
 *  bits buy the heaviest modules of the block, wherever they are. Deterministic.
 *  @throws {QrError} like `encodeSymbol`, and INVALID_OPTION if `free` does not suit the text. */
export function chooseSymbol(request: CodeRequest, target: Target): ChosenSymbol {
  const canvas = canvasOf(request);
  const { settings, data, freeBits } = canvas;
  const message = layOutMessage(settings.version, settings.ec);
  const solved = message.blocks.map((block) => {
    const free = freeBits.map((bit) => bit - block.start).filter((bit) => bit >= 0 && bit < 8 * block.words);
    return { block, basis: createBasis(block, free, message.checksOf(block.words), target.weights) };
  });
  let best: { readonly symbol: QrSymbol; readonly difference: number } | undefined;
  for (const mask of request.masks) {
    const symbol = encodeSymbol(data, { ...settings, mask });
    const difference = solved.reduce(
      (sum, { block, basis }) => sum + fitBlock(block, basis, symbol.modules, target),
      0,
    );
    if (!best || difference < best.difference) best = { symbol, difference };
  }
  const { symbol, difference } = best as NonNullable<typeof best>;
  const total = message.blocks.reduce((sum, block) => sum + weightOf(block, target), 0);
  const inverted = maskModules(symbol.mask, symbol.side);
  const bitAt = (bit: number) => {
    const block = message.blocks.findLast(({ start }) => start <= bit) as Block;
    const module = block.modules[bit - block.start] as number;
    return (symbol.modules[module] as number) ^ (inverted[module] as number);
  };
  return {
    ...symbol,
    text: canvas.textOf(bitAt),
    message,
    freeBits: freeBits.length,
    difference: total > 0 ? difference / total : 0,
  };
}

function weightOf({ modules }: Block, { weights }: Target): number {
  return modules.reduce((sum, module) => sum + (weights[module] as number), 0);
}

function canvasOf(request: CodeRequest): Canvas {
  const { data, ec, free } = request;
  const settings = { ec, version: versionOf(request) };
  const { bits } = segmentText(data, settings);
  if (free === "padding") {
    const from = 8 * Math.ceil(Math.min(bits.capacity, bits.used + TERMINATOR) / 8);
    return { settings, data, freeBits: range(from, bits.capacity), textOf: () => data };
  }
  if (!takesSuffix(data)) throw new QrError("INVALID_OPTION", { field: "free", rule: freeUrl });
  const header = settings.version < 10 ? 12 : 20;
  const suffixed = addSuffix(data, free, (bits.capacity - header) >> 3);
  if (!suffixed) {
    throw new QrError("INVALID_OPTION", { field: "free", rule: freeRoom, values: { version: settings.version } });
  }
  const { bytes, start } = suffixed;
  const freeBits = range(start, bytes.length).flatMap((at) =>
    range(8 - FREE_BITS, 8).map((bit) => header + 8 * at + bit),
  );
  return {
    settings,
    data: segments([{ mode: "byte", data: bytes }]),
    freeBits,
    textOf(bitAt) {
      const byteAt = (_: number, at: number) =>
        range(0, 8).reduce((byte, bit) => 2 * byte + bitAt(header + 8 * at + bit), 0);
      return new TextDecoder().decode(bytes.map(byteAt));
    },
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}
