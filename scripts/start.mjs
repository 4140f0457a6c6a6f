// Builds what is missing or out of date, then serves.
await import("./build.mjs");
await import("../dist/serve.js");
