import { expect, test, vi } from "vitest";
import { openSqliteLinks } from "../../src/stores/sqlite.ts";

vi.mock("libsql", () => {
  throw new Error("Cannot find package 'libsql'");
});

test("rejects SQLite without its package, with the fix", async () => {
  await expect(openSqliteLinks("links.db")).rejects.toThrow("npm install libsql");
});
