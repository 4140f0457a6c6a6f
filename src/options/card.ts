import { type Row, table } from "./table.ts";

/** The options of a social card: named as those of a code, but for what they mean. */
export const cardTable = {
  title: { kind: "line", max: 200, default: "", about: "Text beside the code, in any script." },
  data: table.data,
  color: { ...table.color, about: "Accent: the ground of the card, and of the code where it can be read." },
} as const satisfies Readonly<Record<string, Row>>;
