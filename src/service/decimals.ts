/** `value` as a report shows it: to four decimals, which tell all there is to tell. */
export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
