import "../core/fast.ts";

// The library for servers: the same functions with the faster core.
export * from "../index.ts";
