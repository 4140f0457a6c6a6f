import type { StyleScans } from "./style-scans.ts";

/** Maximum percentage points by which a style's pass rate may be below that of squares. */
export const MOST_LOST = 3;

/** Returns the pass rate of a style in percent. */
export function passRate({ pictures, passed }: StyleScans): number {
  const counts = Object.values(passed);
  return (100 * counts.reduce((sum, count) => sum + count, 0)) / (pictures * counts.length);
}

/** Returns the styles whose pass rate is more than MOST_LOST points below that of the first style. */
export function losers(all: readonly StyleScans[]): string[] {
  const [plain] = all;
  if (!plain) return [];
  return all.filter((one) => passRate(plain) - passRate(one) > MOST_LOST).map(({ style }) => style);
}

/** Returns the pass rates as a Markdown table with a row for each condition and a column for each style. */
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
