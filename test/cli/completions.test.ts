import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kebab } from "../../src/cli/errors.ts";
import { toPng, toSvg } from "../../src/index.ts";
import { rows, table } from "../../src/options/table.ts";
import { kinds } from "../../src/payload/payload.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const shells = ["bash", "zsh", "fish"];
const wordKinds = kinds.map(({ name }) => name).filter((name) => name !== "url" && name !== "text");

test.each(shells)("the completions of %s contain every command, kind and option", async (shell) => {
  const { code, out } = await isoqr(["completions", shell]);
  expect(code).toBe(0);
  for (const name of ["batch", "inspect", "picture", "decode", "links", "serve", "completions", ...wordKinds]) {
    expect(out).toMatch(new RegExp(`\\b${name}\\b`));
  }
  for (const [name] of rows) {
    if (name !== "data") expect(out).toMatch(new RegExp(`(?:--|-l )${kebab(name)}\\b`));
  }
  expect(out).toContain(table.dotStyle.of.join(" "));
});

const programOf = (shell: string) => [`/bin/${shell}`, `/usr/bin/${shell}`].find(existsSync) ?? "";

/** Other shells are not installed. `-n` reads a script without running it. */
test.each(shells.filter(programOf))("%s accepts its completions", async (shell) => {
  const file = join(await newFolder(), "completions");
  writeFileSync(file, (await isoqr(["completions", shell])).out);
  expect(execFileSync(programOf(shell), ["-n", file], { encoding: "utf8" })).toBe("");
});

/** Returns what bash offers for the last one of `words`. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await isoqr(["completions", "bash"]);
  const script = `${out}
COMP_WORDS=(isoqr ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
_isoqr; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
}

test("bash offers commands, flags and values", async () => {
  expect(await offered("wi")).toEqual(["wifi"]);
  expect(await offered("text", "--dot-st")).toEqual(["--dot-style"]);
  expect(await offered("text", "--dot-style", "cl")).toEqual(["classy", "classy-rounded"]);
  expect(await offered("wifi", "--ssi")).toEqual(["--ssid"]);
  expect(await offered("links", "pu")).toContain("purge");
  expect(await offered("completions", "z")).toContain("zsh");
});

test.each([[[]], [["tcsh"]], [["bash", "zsh"]]])("rejects the shells %j", async (given) => {
  const { code, stderr } = await isoqr(["completions", ...given]);
  expect(code).toBe(2);
  expect(stderr).toContain("bash|zsh|fish");
});

test("--file encodes the bytes of a file, or of standard input", async () => {
  const bytes = Uint8Array.of(0, 255, 10, 200);
  const folder = await newFolder();
  const path = join(folder, "data.bin");
  writeFileSync(path, bytes);
  expect((await isoqr(["--file", path, "--format", "svg"])).out).toBe(toSvg(bytes));
  expect((await isoqr(["--file", "-", "--format", "png"], { input: bytes })).bytes).toEqual(Buffer.from(toPng(bytes)));
  const encoded = ["--data-base64", Buffer.from(bytes).toString("base64"), "--format", "svg"];
  expect((await isoqr(encoded)).out).toBe(toSvg(bytes));
  expect((await isoqr(["--file", path], { columns: 80 })).code).toBe(0);
  expect((await isoqr(["inspect", "--file", path, "--json"])).out).toContain(`"dataBase64": "${encoded[1]}"`);
});

test("rejects --file with a text, an empty file and a missing file", async () => {
  const path = join(await newFolder(), "empty");
  writeFileSync(path, "");
  for (const [words, message] of [
    [["x", "--file", path], "--file replaces the text"],
    [["--file", path], "must not be empty"],
    [["--file", `${path}.bin`], "no such file"],
    [["--file", path, "--data-base64", "AAAA"], "--data-base64"],
    [["x", "--data-base64", "AAAA"], "--data-base64 cannot be combined with the text"],
  ] as const) {
    const { code, stderr } = await isoqr([...words, "--format", "svg"]);
    expect(code, words.join(" ")).toBe(2);
    expect(stderr).toContain(message);
  }
});
