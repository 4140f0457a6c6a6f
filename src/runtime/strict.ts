import "../core/strict.ts";
import { offerCore } from "./strict-core.ts";

// The entry isoqr/strict. It makes all other entries use the core as JavaScript, even those that Node.js loads as separate
// files.
offerCore();
