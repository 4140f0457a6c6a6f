import type { StyleScans } from "./style-scans.ts";

/** Points of the pass rate that a style may lose against plain squares. */
export const MOST_LOST = 3;

/** The share of all readings that a style passed, in percent. */
export function passRate({ pictures, passed }: StyleScans): number {
  const counts = Object.values(passed);
  return (100 * counts.reduce((sum, count) => sum + count, 0)) / (pictures * counts.length);
}

/** The styles that lose more against the first than is allowed. */
export function losers(all: readonly StyleScans[]): string[] {
  const [plain] = all;
  if (!plain) return [];
  return all.filter((one) => passRate(plain) - passRate(one) > MOST_LOST).map(({ style }) => style);
}

/** The pass rates as a table of Markdown: a row for each condition, a column for each style. */
export function scanTable(all: readonly StyleScans[]): string {
  const percent = (value: number) => `${value.toFixed(1)} %`;
  const names = Object.keys(all[0]?.passed ?? {});
  const lines = names.map((name) => {
    const cells = all.map(({ pictures, passed }) => percent((100 * (passed[name] ?? 0)) / pictures));
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return [
    `| condition | ${all.map(({ style }) => style).join(" | ")} |`,
    `|---|${all.map(() => "---:|").join("")}`,
    ...lines,
    `| **all** | ${all.map((one) => `**${percent(passRate(one))}**`).join(" | ")} |`,
  ].join("\n");
}
