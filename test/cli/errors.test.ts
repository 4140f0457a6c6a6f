import { expect, test } from "vitest";
import { writeAtomically } from "../../src/cli/atomic-file.ts";
import { exitCodeOf, failure, flagNames, usage } from "../../src/cli/errors.ts";
import { PACKAGE_MISSING, packageMissing } from "../../src/errors.ts";
import { messageOf } from "../../src/messages/message.ts";
import { notBefore } from "../../src/messages/payload-rules.ts";
import { ruleText } from "../rule-text.ts";
import { testError } from "../test-error.ts";
import { isoqr, newFolder } from "./fake-terminal.ts";

const late = testError("LOGO_UNREACHABLE", "took too long: send it as {logoData}", "logo");
const broken = testError("LOGO_INVALID", "is broken", "logoData");

test("names options by their flags", () => {
  expect(messageOf(late, flagNames(["--logo", "https://example.com/a.png"]))).toBe(
    "--logo took too long: send it as --logo-data",
  );
  const long = testError("DATA_TOO_LONG", "is too long for {ec} M: use {ec} L", "data");
  expect(messageOf(long, flagNames([]))).toBe("the text is too long for --ec M: use --ec L");
});

test("names a logo by the flag used: --logo or --logo-data", () => {
  expect(messageOf(broken, flagNames(["--logo", "a.png"]))).toBe("--logo is broken");
  expect(messageOf(broken, flagNames(["--logoData=aGVsbG8="]))).toBe("--logo-data is broken");
});

test("uses the API's names by default", () => {
  expect(messageOf(late)).toBe("logo took too long: send it as logoData");
});

test("says how to install a missing package", () => {
  expect(packageMissing("harfbuzzjs").message).toBe(ruleText(PACKAGE_MISSING, { name: "harfbuzzjs" }));
});

test("distinguishes system failures from usage errors and unsupported features", () => {
  expect(failure("the disk is full")).toMatchObject({ code: "FAILED" });
  expect(exitCodeOf(failure("the disk is full"))).toBe(1);
  expect(exitCodeOf(packageMissing("harfbuzzjs"))).toBe(1);
  expect(exitCodeOf(usage("unknown flag --x"))).toBe(2);
});

test("exits with 1 if the disk is full", async () => {
  await expect(writeAtomically("/dev/full", "a picture", true)).rejects.toMatchObject({
    code: "FAILED",
    message: "writing /dev/full failed: the disk is full",
  });
  const { code, stderr } = await isoqr(["x", "-o", "/dev/full", "--format", "svg"]);
  expect([code, stderr]).toEqual([1, "isoqr: writing /dev/full failed: the disk is full\n"]);
});

test("names options by their flags in reports", async () => {
  const { out } = await isoqr(["inspect", "x", "--color", "eeeeee", "--margin", "0"]);
  expect(out).toContain("error: --color and --bg have a contrast of");
  expect(out).toContain(
    "warning: --margin is 0, so most scanners miss the code on a dark page, and the grade is C at most: set --margin to 4",
  );
});

test("names the fields of a payload by their flags", async () => {
  const event = ["event", "--title", "x", "--start", "2026-01-02", "--end", "2026-01-01"];
  expect((await isoqr([...event, "-o", `${newFolder()}/a.png`])).stderr).toBe(
    `isoqr: ${ruleText(notBefore, "--end", { option: "--start" })}\n`,
  );
});
