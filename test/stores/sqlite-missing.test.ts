import { expect, test, vi } from "vitest";
import { openSqliteLinks } from "../../src/stores/sqlite.ts";

vi.mock("libsql", () => {
  throw new Error("Cannot find package 'libsql'");
});

test("without its package, SQLite is refused with the way out", async () => {
  await expect(openSqliteLinks("links.db")).rejects.toThrow("npm install libsql");
});
