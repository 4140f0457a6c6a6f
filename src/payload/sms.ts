import { decodePercent } from "../text/percent.ts";
import { defineKind } from "./kind.ts";
import { readPairs } from "./pairs.ts";
import { number } from "./phone.ts";

/** A text message to send, written as SMSTO:number:message, which Android and iOS support (ZXing, "Barcode Contents").
 *  Also reads sms: URIs (RFC 5724). */
export const sms = defineKind({
  name: "sms",
  label: "Text message",
  purpose: "write the message",
  fields: { number, message: { label: "Message", kind: "lines", max: 2000 } },
  write: (fields) => `SMSTO:${fields.number}${fields.message === undefined ? "" : `:${fields.message}`}`,
  read(text) {
    const bare = /^(?:smsto|mmsto):([^:]*)(?::([\s\S]*))?$/i.exec(text);
    if (bare) return { number: bare[1], message: bare[2] };
    const address = /^(?:sms|mms):([^;?#:]+)(?:;[^?#]*)?(\?[^#]*)?$/i.exec(text);
    const pairs = address && readPairs(address[2] ?? "");
    return pairs ? { number: decodePercent(address[1] ?? ""), message: pairs.get("body") } : undefined;
  },
  title: (fields) => fields.number,
});
