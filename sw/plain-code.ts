import { pictureResponse, toResponse } from "../src/http/respond.ts";
import { logoOf } from "../src/options/logo.ts";
import { checkOptions } from "../src/options/parse.ts";
import { readQuery } from "../src/options/read.ts";
import { table } from "../src/options/table.ts";
import { planSized } from "../src/render/module-size.ts";
import { paintPicture } from "../src/render/pictures.ts";
import { isPrinted } from "../src/render/printed-size.ts";
import { isPlain } from "../src/render/styles.ts";
import { createScheduler } from "../src/work/scheduler.ts";

/** Lets the worker handle other events after each large code, because all requests of the site pass through this thread. */
const scheduler = /* @__PURE__ */ createScheduler();

/** Responds to a GET or HEAD request for a code. Resolves to undefined for a code with a logo or a look, for one for print, and for every
 *  error: the service's script responds to these requests. */
export async function drawCode({ method, url, headers }: Request): Promise<Response | undefined> {
  try {
    const options = checkOptions(readQuery(/\?[^#]*/.exec(url)?.[0] ?? ""));
    if (logoOf(options) !== undefined || !isPlain(options) || isPrinted(options)) return undefined;
    const plan = () => planSized(options, undefined, undefined, table.size.max);
    const draw = () => pictureResponse(paintPicture(plan()), headers.get("If-None-Match"));
    // Estimating the cost would make sw.js larger. Without an estimate, a slice ends after the code that exceeds it.
    const reply = await scheduler.run({ cost: 0, work: draw });
    return toResponse(method === "HEAD" ? { ...reply, body: null } : reply);
  } catch {
    return undefined;
  }
}
