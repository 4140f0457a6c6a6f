import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  checkPackage,
  isSupported,
  nameAllMissing,
  OLDEST,
  PACKAGES_MISSING,
  packageOf,
  readPackageFile,
} from "../../src/adapters/package-file.ts";
import { PACKAGE_MISSING, packageMissing } from "../../src/errors.ts";
import { ruleText } from "../rule-text.ts";

const { peerDependencies, devDependencies } = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8"),
);

test("accepts versions from the oldest supported one up to the next incompatible one", () => {
  const accepted = (oldest: string, versions: readonly string[]) => versions.map((one) => isSupported(one, oldest));
  expect(accepted("3.0.2", ["3.0.2", "3.0.10", "3.10.0", "3.1.0-rc.1"])).toEqual([true, true, true, true]);
  expect(accepted("3.0.2", ["3.0.1", "2.9.9", "4.0.0", "30.0.2", "0.3.2"])).toEqual(Array(5).fill(false));
  expect(accepted("0.5.1", ["0.5.1", "0.5.29", "0.4.7", "0.5.0", "0.6.0-pre.41", "1.5.1"])).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("the manifest accepts every version of the optional packages, and the tested versions are supported", () => {
  const { react, ...others } = peerDependencies;
  // npm then names React 17, which cannot draw the component, while it installs.
  expect(react).toBe(">=18");
  expect(Object.values(others)).toEqual(Object.values(others).map(() => "*"));
  for (const [name, oldest] of Object.entries(OLDEST)) {
    expect(peerDependencies).toHaveProperty([name]);
    expect(isSupported(devDependencies[name].replace("^", ""), oldest), name).toBe(true);
    expect(() => checkPackage(name)).not.toThrow();
  }
});

test("reads files that a package does not export", async () => {
  const license = await readPackageFile("@undecaf/zbar-wasm/LICENSE");
  expect(new TextDecoder().decode(license)).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  await expect(readPackageFile("@undecaf/zbar-wasm/missing.txt")).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
});

test("names a package that is not installed", async () => {
  expect(packageOf("@scope/name/file.wasm")).toBe("@scope/name");
  await expect(readPackageFile("no-such-package/file.wasm")).rejects.toMatchObject({
    code: "NOT_SUPPORTED",
    message: ruleText(PACKAGE_MISSING, { name: "no-such-package" }),
  });
});

test("names all packages that are missing for the same work", () => {
  const error = packageMissing("no-such-package", "its cause");
  const needed = ["harfbuzzjs", "no-such-package", "@no-such/scope", "@resvg/resvg-wasm", "another-such-package"];
  expect(nameAllMissing(error, needed)).toMatchObject({
    code: "NOT_SUPPORTED",
    message: ruleText(PACKAGES_MISSING, {
      list: "no-such-package, @no-such/scope and another-such-package",
      names: "no-such-package @no-such/scope another-such-package",
    }),
    cause: "its cause",
  });
  expect(nameAllMissing(error, ["harfbuzzjs", "no-such-package"])).toBe(error);
  // Another error must not be hidden.
  for (const other of [packageMissing("@fontsource-variable/noto-sans-thai"), new Error("broken")]) {
    expect(nameAllMissing(other, needed)).toBe(other);
  }
});
