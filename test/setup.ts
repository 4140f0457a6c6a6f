import { describe, test } from "vitest";

// A table without cases would pass silently when what it is derived from is missing.
for (const kind of [test, describe]) {
  const { each } = kind;
  const checked = (cases: unknown, ...rest: unknown[]) => {
    if (Array.isArray(cases) && cases.length === 0) throw new Error("each() must have at least one case");
    return Reflect.apply(each, kind, [cases, ...rest]);
  };
  kind.each = checked as typeof kind.each;
}
