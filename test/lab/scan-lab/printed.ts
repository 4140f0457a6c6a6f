const WIDTH = 120;

/** Returns JSON in the project's format: each line has as many numbers of a list as fit. */
export function printed(value: object): string {
  const json = JSON.stringify(value, undefined, 2);
  const lists = /^( *)(.*)\[([-\d\s,.]+)\](,?)$/gm;
  return `${json.replace(lists, (_, indent: string, key: string, list: string, end: string) => {
    const numbers = list.trim().split(/,\s+/);
    const line = `${indent}${key}[${numbers.join(", ")}]${end}`;
    if (line.length <= WIDTH) return line;
    const lines = [`${indent} `];
    for (const [at, number] of numbers.entries()) {
      const word = ` ${number}${at < numbers.length - 1 ? "," : ""}`;
      if ((lines.at(-1) + word).length > WIDTH) lines.push(`${indent} `);
      lines.push(lines.pop() + word);
    }
    return `${indent}${key}[\n${lines.join("\n")}\n${indent}]${end}`;
  })}\n`;
}
