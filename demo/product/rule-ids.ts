import * as list from "../../src/messages/list-rules.ts";
import * as logo from "../../src/messages/logo-rules.ts";
import * as option from "../../src/messages/option-rules.ts";
import * as page from "../../src/messages/page-rules.ts";
import * as payload from "../../src/messages/payload-rules.ts";
import * as picture from "../../src/messages/picture-rules.ts";
import * as report from "../../src/messages/report-rules.ts";
import type { Rule, RuleId } from "./messages.ts";

/** The ids of all messages that the page shows, by rule. Bundles that do not translate contain only the rules. */
export const ruleIds: ReadonlyMap<Rule, RuleId> = new Map(
  [list, logo, option, page, payload, picture, report].flatMap((rules) =>
    Object.entries(rules).map(([id, rule]) => [rule, id as RuleId] as const),
  ),
);
