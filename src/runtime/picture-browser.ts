import type { PictureCode } from "../api.ts";
import { readLogoHeader } from "../logo/header.ts";
import { openLogo } from "../logo/host/canvas.ts";
import { choosePictureCode, paintPictureCode } from "../picture-code/draw.ts";
import { drawForLibrary, type PictureCodeOptions } from "../picture-code/library.ts";
import type { HeavyJobs, HeavyWork } from "../ports.ts";
import { performHere } from "../work/perform.ts";

export { QrError, type QrErrorCode } from "../errors.ts";

let work: HeavyWork | undefined;

/** The browser decodes the picture. There is no scan check, because its decoders are packages for servers. */
function createWork(): HeavyWork {
  return performHere<HeavyJobs>({
    drawLogo: async (job) => (await openLogo(new Uint8Array(job.bytes))).draw(job),
    readLogo: async (bytes) => readLogoHeader(bytes),
    choosePictureCode: async (job) => choosePictureCode(job),
    paintPictureCode: async (job) => paintPictureCode(job),
    ...{ scan: undefined, drawCard: undefined, drawCaption: undefined, outlineLogo: undefined, drawPicture: undefined },
  });
}

/** The function of picture.ts for pages and Web Workers. Does not measure the grade, so the default strength is 0.5. Blocks the
 *  thread for half a second, and longer at large sizes.
 *  @throws {QrError} like that of picture.ts. In workers, also LOGO_INVALID for SVG files, which only pages can draw. */
export async function toPictureCode(data: string, options: PictureCodeOptions): Promise<PictureCode> {
  return drawForLibrary(data, options, () => {
    work ??= createWork();
    return work;
  });
}
