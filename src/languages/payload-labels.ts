import type { FieldTable } from "../payload/kind.ts";
import * as payload from "../payload/payload.ts";

/** The kinds of payloads, by name. */
type Kinds = Omit<
  {
    [Name in keyof typeof payload as (typeof payload)[Name] extends { fields: FieldTable }
      ? Name
      : never]: (typeof payload)[Name];
  },
  "plainText"
> & { text: typeof payload.plainText };

export type PayloadKindName = keyof Kinds;

type FieldIds<Kind extends string, Fields> = {
  [Name in keyof Fields & string]:
    | `${Kind}.${Name}`
    | (Fields[Name] extends { kind: "choice"; of: readonly (infer Choice extends string)[] }
        ? `${Kind}.${Name}.${Choice}`
        : never);
}[keyof Fields & string];

/** The ids of the labels of kinds, fields and choices, such as kind.wifi, wifi.security and wifi.security.WPA. */
export type PayloadLabelId = {
  [Kind in keyof Kinds]: `kind.${Kind}` | FieldIds<Kind, Kinds[Kind]["fields"]>;
}[PayloadKindName];

/** Returns the English labels of kinds, fields and choices, which are in src/payload. */
export function payloadLabels(): Readonly<Record<PayloadLabelId, string>> {
  const labels = payload.kinds.flatMap(({ name, label, fields }) => [
    [`kind.${name}`, label],
    ...Object.entries(fields).flatMap(([field, row]) => [
      [`${name}.${field}`, row.label],
      ...(row.kind === "choice"
        ? row.of.map((value) => [`${name}.${field}.${value}`, row.show?.(value) ?? value])
        : []),
    ]),
  ]);
  return Object.fromEntries(labels);
}
