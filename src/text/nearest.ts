/** Maximum length of the names that are compared and shown. */
export const MAX_NAME_LENGTH = 60;

/** Returns the most similar name, ignoring case and separators. Returns undefined if every name has an edit distance of
 *  more than `most`, or of more than a third of its length. */
export function nearest(name: string, among: readonly string[], most = 2): string | undefined {
  const word = plain(name).slice(0, MAX_NAME_LENGTH);
  const isNear = (one: string) => 3 * most <= one.length && isWithin(most, word, plain(one));
  return most < 0 ? undefined : (nearest(name, among, most - 1) ?? among.find(isNear));
}

/** Returns a name in lower case, without separators. */
export function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** Returns whether at most `most` edits lead from one name to the other: letters that are added, removed, replaced or swapped
 *  with the next one. */
function isWithin(most: number, a: string, b: string): boolean {
  const [restA, restB] = [a.slice(1), b.slice(1)];
  return (
    a === b ||
    (a[0] === b[0] && isWithin(most, restA, restB)) ||
    (most > 0 &&
      [
        [restA, b],
        [a, restB],
        [restA, restB],
        // Two letters have changed places.
        ...(a[0] === b[1] && a[1] === b[0] ? [[a.slice(2), b.slice(2)]] : []),
      ].some(([x = "", y = ""]) => isWithin(most - 1, x, y)))
  );
}
