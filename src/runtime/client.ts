import { webcrypto } from "node:crypto";
import { useRandom } from "../links/token.ts";

// The client for servers. Node.js 18 has no global `crypto`.
export * from "../client/client.ts";

useRandom((bytes) => webcrypto.getRandomValues(bytes));
