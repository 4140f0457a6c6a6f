// Builds missing and outdated files, then starts the server.
const parent = process.ppid;
const [major, minor] = process.versions.node.split(".").map(Number);
// The server reports an old version itself, but the build would fail first.
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `isoqr cannot start: Node.js 20.19 or later is required, but this is ${process.versions.node}: install a newer version of Node.js`,
  );
  process.exit(1);
}
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
