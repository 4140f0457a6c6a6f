import type * as list from "./list-rules.ts";
import type * as logo from "./logo-rules.ts";
import type * as option from "./option-rules.ts";
import type * as page from "./page-rules.ts";
import type * as payload from "./payload-rules.ts";
import type * as picture from "./picture-rules.ts";
import type * as report from "./report-rules.ts";

/** The ids of the messages that pages show in the language of their user: the names of the constants. Rules for developers
 *  are next to the code that checks them, and only in English. */
export type RuleId =
  | keyof typeof list
  | keyof typeof logo
  | keyof typeof option
  | keyof typeof page
  | keyof typeof payload
  | keyof typeof picture
  | keyof typeof report;
