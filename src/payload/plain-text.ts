import { defineKind } from "./kind.ts";

/** Anything else. */
export const plainText = defineKind({
  name: "text",
  label: "Text",
  purpose: "read it",
  fields: { text: { label: "Text", kind: "raw", max: 7089, required: true } },
  write: ({ text }) => text,
  read: (text) => ({ text }),
  title: () => "Text",
});
