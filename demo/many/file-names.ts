/** What Windows keeps for itself, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/** What a name of a picture may end with; each picture is given the one it has. */
const ENDING = /\.(?:png|svg|json)$/i;

/** Characters of a name. */
const LONGEST = 80;

/** Gives names that every system takes, no two alike; `count` of them at most. */
export function createFileNames(count: number): (wanted: string) => string {
  const taken = new Set<string>();
  const digits = String(count).length;
  let last = 0;
  return (wanted) => {
    last += 1;
    const number = String(last).padStart(digits, "0");
    const stem = tidy(wanted.replace(ENDING, ""));
    let name = stem || `qr-${number}`;
    // Some file systems take capitals for small letters.
    for (let turn = 1; taken.has(name.toLowerCase()); turn++) {
      name = `${stem || "qr"}-${number}${turn === 1 ? "" : `-${turn}`}`;
    }
    taken.add(name.toLowerCase());
    return name;
  };
}

function tidy(wanted: string): string {
  const whole = wanted
    .slice(0, 4 * LONGEST)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._-]/gu, "_");
  const short = [...whole].slice(0, LONGEST).join("");
  // Trims dots and spaces at both ends.
  const name = /[^. ](?:.*[^. ])?/.exec(short)?.[0] ?? "";
  return DEVICE.test(name) ? `_${name}` : name;
}
