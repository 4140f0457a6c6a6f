import { kinds } from "./damage/table.ts";
import { type Results, shares } from "./results.ts";
import { CLEAN } from "./tasks.ts";

/** Returns the results as Markdown: a list of the decoders, and tables of the pictures that they read. */
export function resultTables(results: Results): string {
  const { pictures, decoders, read } = results;
  const versions = decoders.map(({ npm, name, version }) => `${npm === name ? name : `${name} (${npm})`} ${version}`);
  const counted = (counts: readonly number[]) =>
    decoders.map(({ name }, at) => ({ name, count: counts[at] ?? 0 })).filter(({ count }) => count > 0);
  const strengths = Object.keys(Object.values(read)[0] ?? {}).filter((name) => name !== CLEAN).length;
  const parts = [`Measured on ${results.date} with ${listed(versions)}.`];
  if (pictures.clean.length > 0) {
    parts.push(
      `Undamaged: the share that each decoder reads of ${numbers(counted(pictures.clean), "codes")}:`,
      styleTable(results, (name) => name === CLEAN),
    );
  }
  if (strengths > 0) {
    parts.push(
      `Damaged: the share that each decoder reads of ${numbers(counted(pictures.damaged), "images", strengths)}. Each code ` +
        `is damaged in ${strengths} ways:`,
      styleTable(results, (name) => name !== CLEAN),
    );
    if (read.square) {
      parts.push(
        "By kind of damage: the percentage of `square` codes that each decoder reads, for three strengths:",
        damageTable(results),
      );
    }
  }
  return parts.join("\n\n");
}

/** Returns a phrase with the number of `things` per style, and with the decoders that were given fewer. */
function numbers(
  counts: readonly { readonly name: string; readonly count: number }[],
  things: string,
  factor = 1,
): string {
  const most = Math.max(...counts.map(({ count }) => count));
  const fewer = counts.filter(({ count }) => count < most).map(({ name, count }) => `${name}: ${factor * count}`);
  return `${factor * most} ${things} per style${fewer.length > 0 ? ` (${fewer.join(", ")})` : ""}`;
}

function styleTable(results: Results, select: (condition: string) => boolean): string {
  const rows = Object.keys(results.read).map((style) => {
    const cells = shares(results, style, select).map((share) => (Number.isNaN(share) ? "" : `${share.toFixed(1)} %`));
    return `| ${[style, ...cells].join(" | ")} |`;
  });
  return [...heading(results, "style"), ...rows].join("\n");
}

function damageTable(results: Results): string {
  const measured = kinds.filter(({ name }) =>
    Object.keys(results.read.square ?? {}).some((one) => one.startsWith(`${name} `)),
  );
  const rows = measured.map(({ name, rule, strengths }) => {
    const columns = strengths.map((strength) => shares(results, "square", (one) => one === `${name} ${strength}`));
    const cells = results.decoders.map((_, decoder) => {
      const values = columns.map((column) => column[decoder] ?? 0);
      return values.some(Number.isNaN) ? "" : values.map((value) => value.toFixed(0)).join(" / ");
    });
    return `| ${[`**${name}**: ${rule.replace("#", strengths.join(" / "))}`, ...cells].join(" | ")} |`;
  });
  return [...heading(results, "damage"), ...rows].join("\n");
}

const heading = ({ decoders }: Results, first: string): string[] => [
  `| ${[first, ...decoders.map(({ name }) => name)].join(" | ")} |`,
  `|---|${decoders.map(() => "---:|").join("")}`,
];

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
