import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createDiskSpace } from "../../src/stores/sqlite/reserve.ts";

vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  openSync() {
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  },
}));

test("a disk without space for the reserve file limits the database to its pages", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "isoqr-reserve-")), "links.db");
  const statements: string[] = [];
  const exec = async (sql: string) => void statements.push(sql);
  const space = await createDiskSpace({ exec }, file);
  await space.prepare();
  expect(existsSync(`${file}-reserve`)).toBe(false);
  expect(statements.at(-1)).toBe("PRAGMA max_page_count = 1");
});
