import { describe, test } from "vitest";

// Otherwise, a table without cases would pass silently, for example if its source is missing.
for (const kind of [test, describe]) {
  const { each } = kind;
  const checked = (cases: unknown, ...rest: unknown[]) => {
    if (Array.isArray(cases) && cases.length === 0) throw new Error("each() must have at least one case");
    return Reflect.apply(each, kind, [cases, ...rest]);
  };
  kind.each = checked as typeof kind.each;
}
