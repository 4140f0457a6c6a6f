import { describe, test } from "vitest";

// Rejects empty tables of cases. Without this check, a table that is empty, for example because its source is missing,
// would pass silently.
for (const kind of [test, describe]) {
  const { each } = kind;
  const checked = (cases: unknown, ...rest: unknown[]) => {
    if (Array.isArray(cases) && cases.length === 0) throw new Error("each() must have at least one case");
    return Reflect.apply(each, kind, [cases, ...rest]);
  };
  kind.each = checked as typeof kind.each;
}
