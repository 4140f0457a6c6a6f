import type { QrApi, Report } from "../api.ts";
import type { QrError } from "../errors.ts";
import { readQuery } from "../options/read.ts";
import { BODY_LIMIT, withBody } from "./body.ts";
import { readOptions } from "./body-words.ts";
import { jsonResponse } from "./respond.ts";
import type { Asked, Routes } from "./route.ts";
import { search } from "./search.ts";

/** Adds the two addresses of the report to `app`. */
export function addValidateRoutes(app: Routes, api: QrApi): void {
  for (const path of ["/api/qr/validate", "/api/qr/inspect"]) {
    app.get(path, async (c) => jsonResponse(await inspectQuery(c, api)));
    app.post(path, async (c) =>
      jsonResponse(await withBody(c.req.raw, BODY_LIMIT, readOptions, (words) => api.inspect(words))),
    );
  }
}

/** The report about a query, in which a word that cannot even be read is an issue like any other. */
async function inspectQuery(c: Asked, api: QrApi): Promise<Report> {
  const faults: QrError[] = [];
  const report = await api.inspect(readQuery(search(c), (fault) => faults.push(fault)));
  if (faults.length === 0) return report;
  const issues = faults.map(
    ({ field = "data", message }) => ({ code: "invalid_option", severity: "error", field, message }) as const,
  );
  // What cannot be read is there all the same.
  const others = report.issues.filter(
    ({ code, field }) => code !== "data_missing" || !issues.some((one) => one.field === field),
  );
  return { ...report, valid: false, issues: [...issues, ...others] };
}
