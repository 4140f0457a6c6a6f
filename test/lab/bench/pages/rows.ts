import type { Engine } from "../../../engines/engine.ts";
import { askPage, different, evaluation, thousand, threeHundred, twoThousand } from "../../../engines/measures.ts";
import { optionSets } from "../../../engines/option-sets.ts";
import type { startSite } from "../../../engines/site.ts";

type Site = Awaited<ReturnType<typeof startSite>>;

/** A measurement in a browser, and its limit. */
export interface Row {
  readonly what: string;
  readonly unit: "ms" | "pictures";
  /** The limit: the maximum time in milliseconds, or the minimum number of pictures. */
  readonly least?: number;
  readonly aim?: number;
  measure(engine: Engine, site: Site): Promise<number>;
}

/** Programs that pages load, by file name. Each has an expression for its `toSvg`. */
export const programs = {
  "library.js": { what: '`import { toSvg } from "isoqr"`, bundled', draw: "used.toSvg" },
  "isoqr.js": { what: "`dist/isoqr.js`", draw: "isoqr.toSvg" },
} as const;

const sets = optionSets(500, 47);
const words = JSON.stringify(sets);

/** Returns a function that runs `script` three times per browser and shares the results between rows. */
function inThreeRuns<Figures>(script: string): (engine: Engine, site: Site) => Promise<readonly Figures[]> {
  const runs = new WeakMap<Engine, Promise<readonly Figures[]>>();
  return (engine, site) => {
    const known = runs.get(engine) ?? repeated(3, () => askPage<Figures>(engine, site, "isolated", script));
    runs.set(engine, known);
    return known;
  };
}

const scrolled = inThreeRuns<readonly [drawing: number, longest: number]>(thousand("isolated"));
const pooled = inThreeRuns<readonly [longest: number, count: number, time: number]>(twoThousand("isolated"));

export const rows: readonly Row[] = [
  ...Object.entries(programs).flatMap(([file, { what, draw }]): Row[] => {
    const script = evaluation(file, draw);
    const part = (at: 0 | 1) => async (engine: Engine, site: Site) =>
      least(await repeated(15, async () => (await askPage<[number, number]>(engine, site, "isolated", script))[at]));
    return [
      { what: `${what}: evaluation, before the first code`, unit: "ms", least: 10, aim: 3, measure: part(0) },
      { what: `${what}: from \`import()\` to the first code`, unit: "ms", measure: part(1) },
    ];
  }),
  {
    what: "300 visible `<qr-code>`: time until all are drawn",
    unit: "ms",
    least: 300,
    aim: 100,
    measure: async (engine, site) =>
      least(await repeated(5, () => askPage<number>(engine, site, "isolated", threeHundred("isolated")))),
  },
  {
    what: "1,000 `<qr-code>` scrolled into view: total drawing time",
    unit: "ms",
    least: 300,
    aim: 100,
    measure: async (engine, site) => least((await scrolled(engine, site)).map(([drawing]) => drawing)),
  },
  {
    what: "1,000 `<qr-code>` scrolled into view: longest drawing task",
    unit: "ms",
    measure: async (engine, site) => most((await scrolled(engine, site)).map(([, longest]) => longest)),
  },
  {
    what: "2,000 PNGs of 512 px in a pool of two: longest task on the main thread",
    unit: "ms",
    least: 50,
    aim: 16,
    measure: async (engine, site) => most((await pooled(engine, site)).map(([longest]) => longest)),
  },
  {
    what: "2,000 PNGs of 512 px in a pool of two: total time",
    unit: "ms",
    measure: async (engine, site) => least((await pooled(engine, site)).map(([, , time]) => time)),
  },
  ...(["open", "strict"] as const).flatMap((policy) =>
    (["library", "pool"] as const).map(
      (who): Row => ({
        what: `500 option sets, pictures identical to the server's: ${who}, ${policy === "open" ? "WebAssembly" : "JavaScript core"}`,
        unit: "pictures",
        least: sets.length,
        measure: async (engine, site) =>
          sets.length - (await askPage<number[]>(engine, site, policy, different(policy, who, words))).length,
      }),
    ),
  ),
];

async function repeated<Seen>(times: number, measure: () => Promise<Seen>): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (let round = 0; round < times; round++) seen.push(await measure());
  return seen;
}

/** Returns the longest time. */
const most = (times: readonly number[]) => Math.max(...times);

/** Returns the shortest time, because other programs can only slow runs down. */
const least = (times: readonly number[]) => Math.min(...times);
