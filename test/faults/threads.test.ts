import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyProgram } from "./program.ts";
import { askLight, times } from "./sockets.ts";

const program = copyProgram("threads");
afterAll(() => program.remove());

/** Returns a small SVG as a data URI, different for every number. */
function logo(number: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"><circle cx="${number}" cy="5" r="40"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** Replaces the threads' program with one that exits on its next job if the file `order` exists. */
function sabotage(order: string): void {
  const [worker, honest] = ["heavy-worker.js", "honest-worker.js"].map((name) => join(program.folder, name));
  renameSync(worker ?? "", honest ?? "");
  const code = `
    import { rmSync, existsSync } from "node:fs";
    import { parentPort } from "node:worker_threads";
    const order = ${JSON.stringify(order)};
    parentPort.on("message", () => {
      if (!existsSync(order)) return;
      rmSync(order);
      process.exit(9);
    });
    import "./honest-worker.js";
  `;
  writeFileSync(worker ?? "", code);
}

test("ten times in a row, killing a thread fails only its current request", async () => {
  const order = join(program.folder, "die");
  sabotage(order);
  const { url, output } = await program.start(["--port", "0", "--links", "memory:"]);
  // Each request has a different logo, because drawn logos are cached.
  let count = 0;
  const draw = async () => {
    const body = JSON.stringify({ data: "x", logoData: logo(count++) });
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    for (;;) {
      const answer = await fetch(`${url}/api/qr`, init);
      const length = (await answer.arrayBuffer()).byteLength;
      // On a busy machine, a logo may exceed the time limit.
      if (answer.status !== 400) return [answer.status, answer.headers.get("Content-Type"), length > 100] as const;
    }
  };
  const drawn = [200, "image/png", true];
  expect(await draw(), output()).toEqual(drawn);
  for (let round = 0; round < 10; round++) {
    writeFileSync(order, "");
    const [lost, light] = await Promise.all([draw(), askLight(url, 5)]);
    expect(lost.slice(0, 2)).toEqual([500, "application/json"]);
    expect(light).toEqual(times(5, 200));
    expect(await draw()).toEqual(drawn);
  }
  expect(output().match(/a worker exited with code 9/g)).toHaveLength(10);
});
