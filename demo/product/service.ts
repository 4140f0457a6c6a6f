export type { Optimization, Report } from "../../src/api.ts";
export { queryOf } from "../../src/client/address.ts";
export { type Client, createClient, type PosterInput, type SheetInput } from "../../src/client/client.ts";
