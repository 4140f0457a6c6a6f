import { messageOf, type Rule, type Values } from "../src/messages/message.ts";

/** Returns the English message of a rule, so that tests refer to messages by id. Rewording a rule then changes no test.
 *  `field` is the name of the field at the start of the message, as the interface writes it, such as "--size".
 *  @example ruleText(integerRange, "size", { min: 32, max: 2048 }) */
export function ruleText(rule: Rule, field: string, values?: Values): string;
export function ruleText(rule: Rule, values?: Values): string;
export function ruleText(rule: Rule, first?: string | Values, second?: Values): string {
  return typeof first === "string"
    ? messageOf({ rule, field: first, values: second })
    : messageOf({ rule, values: first });
}
