/** How the service is started on each of `runtimes`, in the checkout: on any free port, with links in memory. */
export function commands({ node, bun }: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const flags = ["--port", "0", "--links", "memory:"];
  return {
    ...(node && { "the newest Node": [node, "dist/serve.js", ...flags] }),
    ...(bun && { Bun: [bun, "dist/serve.js", ...flags] }),
  };
}
