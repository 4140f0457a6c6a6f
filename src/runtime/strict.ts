import "../core/strict.ts";
import { offerCore } from "./strict-core.ts";

// The entry isoqr/strict: all other entries use the core as JavaScript, also those that Node.js loads as separate files.
offerCore();
