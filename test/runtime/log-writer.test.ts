import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { createLogWriter } from "../../src/runtime/exchanges.ts";

const folder = mkdtempSync(join(tmpdir(), "isoqr-log-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Milliseconds after which a test fails. */
const LATE = 30_000;

describe("a log", () => {
  test("writes all lines in order, after a short delay", async () => {
    const path = join(folder, "all.log");
    const fd = openSync(path, "a");
    const log = createLogWriter(fd, console.error);
    const lines = Array.from({ length: 500 }, (_, i) => `${i} ${"x".repeat(i % 90)}`);
    for (const line of lines) log.line(line);
    await log.flush();
    expect(readFileSync(path, "utf8")).toBe(`${lines.join("\n")}\n`);
    log.line("one more");
    await vi.waitFor(() => expect(readFileSync(path, "utf8").endsWith("\none more\n")).toBe(true), LATE);
    closeSync(fd);
  });

  test("drops lines for a slow reader, and reports how many once it reads again", async () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    // Open for reading and writing, so that opening does not block.
    const fd = openSync(path, constants.O_RDWR);
    const report = vi.fn();
    const log = createLogWriter(fd, report);
    const line = "x".repeat(99);
    for (let i = 0; i < 30_000; i++) log.line(line);
    // A pending write does not block the event loop.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const reader = spawn("cat", [path]);
    let text = "";
    reader.stdout.setEncoding("latin1").on("data", (part) => {
      text += part;
    });
    await vi.waitFor(() => expect(text).toContain("dropped"), LATE);
    await log.flush();
    reader.kill();
    await once(reader, "exit");
    const lines = text.trimEnd().split("\n");
    const kept = lines.filter((one) => one === line).length;
    const { dropped } = JSON.parse(lines.find((one) => one.includes("dropped")) ?? "");
    expect(kept + dropped).toBe(30_000);
    expect(kept).toBeLessThan((1024 * 1024) / 100);
    expect(report).not.toHaveBeenCalled();
    closeSync(fd);
  });

  test("stops and reports once when the reader closes the pipe", async () => {
    const report = vi.fn();
    const path = join(folder, "gone");
    execFileSync("mkfifo", [path]);
    const both = openSync(path, constants.O_RDWR);
    const fd = openSync(path, constants.O_WRONLY);
    closeSync(both);
    const log = createLogWriter(fd, report);
    log.line("unread");
    await log.flush();
    log.line("nor this");
    await log.flush();
    expect(report.mock.calls).toEqual([["writing the access log failed: EPIPE; logging has stopped"]]);
    closeSync(fd);
  });

  test("reports a full disk once", async () => {
    const fd = openSync("/dev/full", "w");
    const report = vi.fn();
    const log = createLogWriter(fd, report);
    for (let i = 0; i < 3; i++) {
      log.line("no room");
      await log.flush();
    }
    expect(report.mock.calls).toEqual([["writing the access log failed: ENOSPC"]]);
    closeSync(fd);
  });
});
