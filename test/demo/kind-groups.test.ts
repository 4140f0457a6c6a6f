import { describe, expect, test } from "vitest";
import { isWide, mainGroups, otherGroups, splitFields, variantLabels } from "../../demo/content/kind-groups.ts";
import { event, kinds } from "../../src/payload/payload.ts";

const groups = [...mainGroups, ...otherGroups];

test("every kind is in exactly one group", () => {
  expect(groups.flatMap((group) => group.kinds).sort()).toEqual(kinds.map(({ name }) => name).sort());
});

test("groups with several kinds label the choice and every kind", () => {
  const several = groups.filter((group) => group.kinds.length > 1);
  expect(several.map(({ label }) => label)).toEqual(["kind.vcard", "group.payment"]);
  for (const group of several) {
    expect(group.choice).toBeDefined();
    for (const name of group.kinds) expect(variantLabels[name], name).toBeDefined();
  }
});

describe.each(kinds.map((kind) => [kind.name, kind] as const))("%s", (name, { fields }) => {
  test("shows each field once, and every required field at first", () => {
    const { first, others } = splitFields(name, fields);
    expect([...first, ...others].sort()).toEqual(Object.keys(fields).sort());
    const required = Object.keys(fields).filter((field) => fields[field]?.required);
    expect(first).toEqual(expect.arrayContaining(required));
  });
});

test("an event's start and end share a row", () => {
  const { fields } = event;
  expect(
    [fields.title, fields.start, fields.end].map((field, at) =>
      isWide("event", ["title", "start", "end"][at] ?? "", field),
    ),
  ).toEqual([true, false, false]);
});
