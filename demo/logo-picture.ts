import type { Issue, Report } from "../src/api.ts";
import type { Client } from "../src/client/client.ts";
import { readLogo } from "../src/element/logos.ts";
import { QrError } from "../src/errors.ts";
import type { QrOptions } from "../src/options/table.ts";
import { detect } from "../src/payload/payload.ts";
import type { Picture } from "../src/picture.ts";
import { type LogoLayout, settleBudget } from "../src/render/budget.ts";
import { artBox, drawLogoPicture } from "../src/render/logo-picture.ts";
import { logoIssues, logoReport } from "../src/service/logo-report.ts";

/** A picture with a logo. `layout` is not known of those that the service drew. */
export interface LogoDrawn {
  readonly picture: Picture;
  readonly layout?: LogoLayout;
  /** What the logo costs the code, and what is wrong with that. */
  readonly cost?: { readonly report: NonNullable<Report["logo"]>; readonly issues: readonly Issue[] };
}

/** The picture with its logo, drawn here; where another server does not let this page have the logo, by the service.
 *  @throws {QrError} LOGO_UNREACHABLE, LOGO_TOO_LARGE, LOGO_INVALID or DATA_TOO_LONG. */
export async function drawLogo(options: QrOptions, service: Client): Promise<LogoDrawn> {
  try {
    const logo = await readLogo(options);
    if (!logo) throw new QrError("LOGO_INVALID", 400, "logo is missing: choose one", "logo");
    const aspect = logo.width / logo.height;
    const layout = settleBudget(options, aspect);
    const picture = drawLogoPicture(options, layout, logo.draw(artBox(options, layout)));
    return { picture, layout, cost: { report: logoReport(layout), issues: logoIssues(options, aspect, layout) } };
  } catch (error) {
    // No secret goes to a server by itself.
    const isFar = error instanceof QrError && error.code === "LOGO_UNREACHABLE";
    if (!isFar || detect(options.data).secret) throw error;
    return { picture: await service.generate(options) };
  }
}
