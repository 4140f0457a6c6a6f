import { type Paper, papers } from "./papers.ts";

// Sizes of labels. Makers print the size and the number of labels on each pack. The gaps are those of two lists where both
// have them: the templates of gLabels (glabels-qt, templates/*.xml) and the makers' own layouts. All sheets are symmetric,
// so the margins follow.

/** A sheet of labels in millimetres. */
export interface LabelTemplate {
  /** The maker and the number on the pack. */
  readonly title: string;
  /** The size of the page. On rolls, a page is a label. */
  readonly page: { readonly width: number; readonly height: number };
  readonly paper: Paper | "roll";
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** The distances between two labels. */
  readonly gapX: number;
  readonly gapY: number;
}

type Row = readonly [
  title: string,
  columns: number,
  rows: number,
  width: number,
  height: number,
  gapX?: number,
  gapY?: number,
];

function sheets(paper: Paper, unit: number, rows: Readonly<Record<string, Row>>): Record<string, LabelTemplate> {
  return Object.fromEntries(
    Object.entries(rows).map(([name, [title, columns, count, width, height, gapX = 0, gapY = 0]]) => {
      const lengths = { width: unit * width, height: unit * height, gapX: unit * gapX, gapY: unit * gapY };
      return [name, { title, paper, page: papers[paper], columns, rows: count, ...lengths }];
    }),
  );
}

function rolls(rows: Readonly<Record<string, readonly [title: string, width: number, height: number]>>) {
  return Object.fromEntries(
    Object.entries(rows).map(([name, [title, width, height]]): [string, LabelTemplate] => [
      name,
      { title, paper: "roll", page: { width, height }, columns: 1, rows: 1, width, height, gapX: 0, gapY: 0 },
    ]),
  );
}

const INCH = 25.4;

/** The label sheets by name: the maker and the number. */
export const labelTemplates: Readonly<Record<string, LabelTemplate>> = /* @__PURE__ */ Object.assign(
  /* @__PURE__ */ sheets("A4", 1, {
    "avery-l7159": ["Avery L7159", 3, 8, 63.5, 33.9, 2.54],
    "avery-l7160": ["Avery L7160", 3, 7, 63.5, 38.1, 2.54],
    "avery-l7161": ["Avery L7161", 3, 6, 63.5, 46.6, 2.54],
    "avery-l7162": ["Avery L7162", 2, 8, 99.1, 33.9, 2.54],
    "avery-l7163": ["Avery L7163", 2, 7, 99.1, 38.1, 2.54],
    "avery-l7164": ["Avery L7164", 3, 4, 63.5, 72, 2.54],
    "avery-l7165": ["Avery L7165", 2, 4, 99.1, 67.7, 2.54],
    "avery-l7166": ["Avery L7166", 2, 3, 99.1, 93.1, 2.54],
    "avery-l7168": ["Avery L7168", 1, 2, 199.6, 143.5],
    "avery-l7169": ["Avery L7169", 2, 2, 99.1, 139, 2.54],
    "avery-l7173": ["Avery L7173", 2, 5, 99.1, 57, 2.54],
    "avery-l7636": ["Avery L7636", 4, 12, 45.7, 21.2, 2.54],
    "avery-l7651": ["Avery L7651", 5, 13, 38.1, 21.2, 2.54],
    "avery-l4731": ["Avery L4731", 7, 27, 25.4, 10, 2.54],
    "avery-l4732": ["Avery L4732", 5, 16, 35.6, 16.9, 2.54],
    "avery-l4784": ["Avery L4784", 2, 5, 80, 50, 15, 5],
    "avery-3474": ["Avery Zweckform 3474", 3, 8, 70, 37],
    "avery-3475": ["Avery Zweckform 3475", 3, 8, 70, 36],
    "avery-3657": ["Avery Zweckform 3657", 4, 10, 48.5, 25.4],
    "avery-3659": ["Avery Zweckform 3659", 2, 6, 97, 42.3],
    "herma-4226": ["Herma 4226", 4, 12, 45.7, 21.2, 2.54],
    "herma-4360": ["Herma 4360", 3, 8, 70, 36],
    "herma-4677": ["Herma 4677", 3, 7, 63.5, 38.1, 3],
    "herma-5051": ["Herma 5051", 4, 11, 48.3, 25.4],
  }),
  /* @__PURE__ */ sheets("Letter", INCH, {
    "avery-5160": ["Avery 5160", 3, 10, 2.625, 1, 0.125],
    "avery-5161": ["Avery 5161", 2, 10, 4, 1, 0.1875],
    "avery-5162": ["Avery 5162", 2, 7, 4, 4 / 3, 0.1875],
    "avery-5163": ["Avery 5163", 2, 5, 4, 2, 0.1875],
    "avery-5164": ["Avery 5164", 2, 3, 4, 10 / 3, 0.1875],
    "avery-5167": ["Avery 5167", 4, 20, 1.75, 0.5, 0.3125],
    "avery-5266": ["Avery 5266", 2, 15, 3.4375, 2 / 3, 0.5625],
    "avery-5395": ["Avery 5395", 2, 4, 3.375, 7 / 3, 0.375, 1 / 6],
    "avery-6570": ["Avery 6570", 4, 8, 1.75, 1.25, 0.188],
    "avery-8160": ["Avery 8160", 3, 10, 2.625, 1, 0.125],
    "avery-8161": ["Avery 8161", 2, 10, 4, 1, 0.1875],
    "avery-8163": ["Avery 8163", 2, 5, 4, 2, 0.1875],
    "avery-8164": ["Avery 8164", 2, 3, 4, 10 / 3, 0.1875],
    "avery-8167": ["Avery 8167", 4, 20, 1.75, 0.5, 0.3125],
    "avery-22806": ["Avery 22806", 3, 4, 2, 2, 0.625, 7 / 12],
  }),
  /* @__PURE__ */ rolls({
    "brother-dk-11201": ["Brother DK-11201", 90, 29],
    "brother-dk-11202": ["Brother DK-11202", 100, 62],
    "brother-dk-11204": ["Brother DK-11204", 54, 17],
    "brother-dk-11208": ["Brother DK-11208", 90, 38],
    "brother-dk-11209": ["Brother DK-11209", 62, 29],
    "brother-dk-11221": ["Brother DK-11221", 23, 23],
    "dymo-11352": ["Dymo 11352", 54, 25],
    "dymo-11354": ["Dymo 11354", 57, 32],
    "dymo-11355": ["Dymo 11355", 51, 19],
    "dymo-30252": ["Dymo 30252", 89, 28],
    "dymo-30332": ["Dymo 30332", 25, 25],
    "dymo-30334": ["Dymo 30334", 57, 32],
    "dymo-99010": ["Dymo 99010", 89, 28],
    "dymo-99012": ["Dymo 99012", 89, 36],
    "dymo-99014": ["Dymo 99014", 101, 54],
  }),
);

export const templateNames = /* @__PURE__ */ Object.keys(labelTemplates);
