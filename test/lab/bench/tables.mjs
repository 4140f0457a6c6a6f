/** Formats numbers and tables for people. */

/** Returns `value` with three significant digits and thousands separators. */
export function figure(value) {
  if (value === undefined) return "";
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

/** Returns a row as lines of text: for each contestant, the best, the median, and the ratio to the first contestant. */
export function rowLines({ label, unit, results }) {
  const first = results[0].best;
  const lines = results.map(({ name, best, median }) => {
    const columns = [figure(best).padStart(10), figure(median).padStart(10), `${figure(best / first)}x`.padStart(9)];
    return `  ${name.padEnd(32)}${columns.join("")}`;
  });
  return [`${label} [${unit}: best, median, ratio]`, ...lines, ""];
}

/** Returns a few words that say whether a target was met. */
export function verdict({ least, met, reached }) {
  if (!met) return "NO";
  if (reached) return least === undefined ? "the aim" : "yes, and the aim";
  return least === undefined ? "not the aim" : "yes";
}

/** Returns the targets as lines of text. */
export function targetLines(judged) {
  const head = ["target".padEnd(52), "at least".padStart(11), "aim".padStart(11), "measured".padStart(14), "  met"];
  const lines = judged.map((target) => {
    const sign = target.better === "more" ? ">=" : "<=";
    const limit = (value) => (value === undefined ? "" : `${sign} ${figure(value)}`).padStart(11);
    const measured = `${figure(target.measured)} ${target.unit}`.padStart(14);
    return `${target.label.padEnd(52)}${limit(target.least)}${limit(target.aim)}${measured}  ${verdict(target)}`;
  });
  return [head.join(""), ...lines];
}
