// Builds missing and outdated files, then starts the server.
const parent = process.ppid;
await import("./build.mjs");
await import("../dist/serve.js");

// npm passes SIGTERM to its shell, which exits without passing it on. The server would then run forever.
if (process.env.npm_lifecycle_event) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}
