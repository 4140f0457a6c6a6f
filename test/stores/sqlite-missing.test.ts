import { expect, test, vi } from "vitest";
import { openSqliteLinks } from "../../src/stores/sqlite/store.ts";

vi.mock("libsql", () => {
  throw new Error("Cannot find package 'libsql'");
});

test("names the command that installs the missing package for SQLite", async () => {
  await expect(openSqliteLinks("links.db")).rejects.toThrow("npm install libsql");
});
