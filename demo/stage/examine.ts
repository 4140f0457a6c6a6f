import type { Issue, Report } from "../../src/api.ts";
import { QrError } from "../../src/errors.ts";
import type { LogoLayout } from "../../src/logo/budget.ts";
import { drawSvg } from "../../src/render/picture.ts";
import { inspect } from "../../src/service/inspect.ts";
import { issueOf } from "../../src/service/issues.ts";
import { drawnWithLogo } from "../picture.ts";
import type { Reading } from "../reading.ts";

/** A code that has been drawn; `layout` where it has a logo. */
export interface Drawn {
  readonly svg: string;
  readonly layout?: LogoLayout | undefined;
}

/** The code without a logo; undefined where there is none. */
export function drawPlain({ data, options }: Reading): Drawn | undefined {
  if (data === undefined) return undefined;
  try {
    return { svg: drawSvg({ ...options, format: "svg" }) };
  } catch (error) {
    if (error instanceof QrError) return undefined;
    throw error;
  }
}

/** What can be said of a code without a logo before it is read back. */
export function reportOf({ data, words }: Reading): Promise<Report> {
  const { logo: _, logoData: __, ...bare } = words;
  // There may be a logo and no text for it yet; beside a text it is one that is no logo, which is to be told.
  return inspect(data === undefined ? bare : words);
}

/** The code with its logo, and what can be said of both. A logo that cannot be had is an issue. Rejects
 *  with the signal's reason when it is ended. */
export async function examineLogo(
  reading: Reading,
  signal: AbortSignal,
): Promise<{ drawn: Drawn | undefined; report: Report }> {
  const { options, words } = reading;
  const { logo: _, logoData: __, ...bare } = words;
  try {
    const { picture, layout, cost } = await drawnWithLogo({ ...options, format: "svg" }, signal);
    const version = layout?.symbol.version ?? options.version;
    const report = await inspect({ ...bare, ec: options.ec, version });
    const merged = {
      ...report,
      ...(cost && { logo: cost.report }),
      issues: [...report.issues, ...(cost?.issues ?? [])],
    };
    return { drawn: { svg: String(picture.body), layout }, report: merged };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof QrError)) throw error;
    const report = await inspect({ ...bare, ec: options.ec });
    const known = report.issues.some(({ code }) => code === "data_too_long");
    const issues: readonly Issue[] = known ? report.issues : [...report.issues, issueOf(error)];
    return { drawn: undefined, report: { ...report, valid: false, issues } };
  }
}
