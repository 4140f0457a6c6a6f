/** Papers by their names, portrait; widths and heights in millimetres. The style sheet has their names, too. */
export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;

export type Paper = keyof typeof PAPERS;

/** Millimetres round the codes of a page, more than printers leave white by themselves, and between codes. */
export const EDGE = 10;
export const GAP = 4;

/** How codes of this width, in millimetres, stand on the pages of a paper. */
export interface Layout {
  readonly perRow: number;
  readonly perPage: number;
  readonly pages: number;
}

export function layoutOf(paper: Paper, width: number, copies: number): Layout {
  const [perRow, rows] = PAPERS[paper].map((length) => Math.floor((length - 2 * EDGE + GAP) / (width + GAP))) as [
    number,
    number,
  ];
  return { perRow, perPage: perRow * rows, pages: Math.ceil(copies / (perRow * rows)) };
}
