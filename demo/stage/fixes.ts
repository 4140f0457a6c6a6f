import type { Issue } from "../../src/api.ts";
import { encodeSymbol } from "../../src/core/core.ts";
import { QrError } from "../../src/errors.ts";
import { type QrOptions, table } from "../../src/options/table.ts";
import type { State } from "../state.ts";

/** One click that takes an issue away. */
export interface Fix {
  /** What the button says. */
  readonly label: string;
  /** What becomes of the options; undefined for a default. */
  readonly look: { readonly [Name in keyof State["look"]]?: string | undefined };
}

/** The way out that an issue of these options names, where there is one. Its sentence has the number. */
export function fixFor({ code, field, message }: Issue, options: QrOptions): Fix | undefined {
  switch (code) {
    case "low_contrast":
      return fixContrast(message);
    case "inverted":
      return { label: "Swap colours", look: { color: options.bg, bg: options.color } };
    case "quiet_zone_missing":
      return { label: "Set the quiet zone to 4", look: { margin: undefined } };
    case "too_small":
      return raiseSize(/at least (\d+)/.exec(message)?.[1] ?? String(table.size.max), options);
    case "data_too_long":
      return lowerLevel(options);
    case "logo_too_large":
      return fixLogo(message);
    case "logo_invalid":
    case "logo_unreachable":
      return WITHOUT_LOGO;
    case "invalid_option":
      return field in table && field !== "data"
        ? { label: "Use the default", look: { [field]: undefined } }
        : undefined;
    case "scan_failed":
      return fixScan(field, options);
    default:
      return undefined;
  }
}

const WITHOUT_LOGO: Fix = { label: "Leave the logo out", look: { logo: undefined, logoData: undefined } };

function fixContrast(message: string): Fix | undefined {
  const [, name, colour] = /make (color|bg) ([0-9a-f]{6})/.exec(message) ?? [];
  if (name === undefined || colour === undefined) return undefined;
  return { label: `Use ${colour}`, look: { [name]: colour } };
}

function raiseSize(size: string, options: QrOptions): Fix | undefined {
  return Number(size) > options.size ? { label: `Make it ${size} pixels`, look: { size } } : undefined;
}

/** The highest level at which the text fits. */
function lowerLevel(options: QrOptions): Fix | undefined {
  const lower = table.ec.of.slice(0, table.ec.of.indexOf(options.ec)).reverse();
  const ec = lower.find((level) => fits({ ...options, ec: level }));
  return ec && { label: `Lower error correction to ${ec}`, look: { ec } };
}

function fits(options: QrOptions): boolean {
  try {
    encodeSymbol(options.data, options);
    return true;
  } catch (error) {
    if (error instanceof QrError) return false;
    throw error;
  }
}

function fixLogo(message: string): Fix {
  const [, ec] = /raise ec to ([LMQH])/.exec(message) ?? [];
  if (ec !== undefined) return { label: `Raise error correction to ${ec}`, look: { ec } };
  const [, logoSize] = /at most ([\d.]+)$/.exec(message) ?? [];
  if (logoSize !== undefined)
    return { label: `Make the logo ${Math.round(Number(logoSize) * 100)} %`, look: { logoSize } };
  return WITHOUT_LOGO;
}

function fixScan(field: string, options: QrOptions): Fix | undefined {
  if (field === "dotStyle") return { label: "Use square modules", look: { dotStyle: undefined } };
  if (field === "logoSize") return WITHOUT_LOGO;
  if (field === "size") return raiseSize(String(Math.min(table.size.max, 2 * options.size)), options);
  return undefined;
}
