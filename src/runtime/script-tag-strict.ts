import "../core/strict.ts";
import "./script-tag.ts";

// The entry of dist/isoqr-strict.js: the script tag with the core as JavaScript, for pages whose policy forbids WebAssembly.
