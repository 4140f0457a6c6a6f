/** Sizes of paper in millimetres, portrait. ISO 216:2007, and ANSI/ASME Y14.1 for Letter. */
export const papers = {
  A3: { width: 297, height: 420 },
  A4: { width: 210, height: 297 },
  A5: { width: 148, height: 210 },
  A6: { width: 105, height: 148 },
  Letter: { width: 215.9, height: 279.4 },
} as const;

export type Paper = keyof typeof papers;

export const paperNames = /* @__PURE__ */ Object.keys(papers) as Paper[];
