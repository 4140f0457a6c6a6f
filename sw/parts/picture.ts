import { choosePictureCode, paintPictureCode } from "../../src/picture-code/draw.ts";
import type { CreatePart } from "./part.ts";

export const create: CreatePart<"picture"> = () => ({
  choosePictureCode: async (job) => choosePictureCode(job),
  paintPictureCode: async (job) => paintPictureCode(job),
});
