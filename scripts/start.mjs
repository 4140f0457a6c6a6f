// Builds missing and outdated files, then starts the server.
await import("./build.mjs");
await import("../dist/serve.js");
