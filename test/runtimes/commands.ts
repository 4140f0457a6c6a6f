import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname } from "node:path";
import { inject } from "vitest";

/** How to start a server. */
export interface Command {
  readonly words: readonly string[];
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where to start it; by default in the checkout. */
  readonly folder?: string;
}

const page = readFileSync(new URL("../../docs/deploy/deno.md", import.meta.url), "utf8");

/** The commands in docs/deploy/deno.md, in their order on the page. */
export const printed = [...page.matchAll(/^```sh\n([\s\S]+?)```$/gm)].map(([, command = ""]) => command.trim());

/** Resolves to the first command in docs/deploy/deno.md that contains `part`, with a free port instead of 8080, and
 *  with `more` appended.
 *  @throws {Error} if no command contains it. */
export async function printedCommand(part: string, more: readonly string[] = []): Promise<Command> {
  const command = printed.find((one) => one.includes(part));
  if (!command) throw new Error(`docs/deploy/deno.md has no command with ${part}`);
  const port = await freePort();
  const { deno = "", bun = "" } = inject("runtimes");
  return {
    words: ["sh", "-c", ["exec", command.replaceAll("8080", String(port)), ...more].join(" ")],
    env: { PATH: [deno, bun].map((path) => dirname(path)).join(delimiter), PORT: String(port) },
  };
}

/** Resolves to the command that starts the service on each installed runtime, with links in memory. */
export async function commands(): Promise<Readonly<Record<string, Command>>> {
  const { node, deno, bun } = inject("runtimes");
  const flags = ["--links", "memory:"];
  return {
    ...(node && {
      "the newest Node": { words: [node, "--throw-deprecation", "dist/serve.js", "--port", "0", ...flags] },
    }),
    ...(deno && {
      "deno run": await printedCommand("deno run", flags),
      "deno serve": await printedCommand("deno serve", flags),
    }),
    ...(bun && { Bun: await printedCommand("bun") }),
  };
}

/** Resolves to a port that is free on the loopback address. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
