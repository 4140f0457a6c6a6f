import { OTHER_NAMES } from "../src/options/unknown-names.ts";

/** Returns the table of docs/http-api.md with the other names of options, which requests must not contain. */
export function otherNames(): string {
  const lines = OTHER_NAMES.split(";").map((row) => {
    const [option, ...names] = row.split(" ").map((name) => `\`${name}\``);
    return `| ${option} | ${names.join(" ")} |`;
  });
  return ["| option | names that are rejected |", "|---|---|", ...lines].join("\n");
}
