import { spawn } from "node:child_process";
import { build } from "vite";

// Starts the server. Rebuilds and restarts it when a source file changes. Passes flags on to the server. After changes
// in assembly/, run `npm run build:core`.

await import("./build.mjs");
const watcher = await build({ logLevel: "warn", build: { watch: {} } });
let server;
let starting = false;

function restart() {
  if (server) {
    starting = true;
    server.once("exit", () => {
      starting = false;
      start();
    });
    server.kill();
  } else start();
}

function start() {
  server = spawn(process.execPath, ["dist/serve.js", ...process.argv.slice(2)], { stdio: "inherit" });
}

watcher.on("event", (event) => {
  if (event.code === "ERROR") console.error(event.error.message);
  if (event.code === "END" && !starting) restart();
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    server?.kill(signal);
    process.exit();
  });
}
