export { QrError, type QrErrorCode, toRecord } from "../../src/errors.ts";
export {
  type ChoiceOf,
  type Message,
  messageOf,
  type NameOf,
  type Rule,
  type Value,
} from "../../src/messages/message.ts";
export { chooseOne } from "../../src/messages/page-rules.ts";
export { fieldRequired, fieldRequiredAnd } from "../../src/messages/payload-rules.ts";
export type { RuleId } from "../../src/messages/rule-ids.ts";
export { fromSent } from "../../src/messages/wire.ts";
