import { expect } from "vitest";
import { type PngImage, readPng } from "../decoders/png-reader.ts";
import { createTestApp, logo } from "../http/whole-app.ts";

export type Words = Readonly<Record<string, unknown>>;
export type Row = readonly [promise: string, check: () => Promise<unknown>];

export const { app, ask } = createTestApp();
export const data = "https://example.com/menu?table=12";
export const logoUrl = "https://logo.example/logo.png";
export const logoData = Buffer.from(logo).toString("base64");

export const get = (path: string, input: Words = {}) => ask({ method: "get", path, input });
export const post = (path: string, input: Words) => ask({ method: "post", path, input });
export const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
export const png = async (input: Words): Promise<PngImage> =>
  readPng(await bytesOf(await get("/api/qr", { data, ...input })));
export const svg = async (input: Words) => (await get("/api/qr", { data, format: "svg", ...input })).text();
export const matrix = async (input: Words) => (await get("/api/qr", { data, format: "json", ...input })).json();
export const report = async (input: Words) => (await post("/api/qr/validate", { data, ...input })).json();
export const batch = async (input: Words) => (await post("/api/qr/batch", input)).json();
export const link = async (input: Words) => (await post("/api/i", input)).json();

/** Expects POST /api/qr to reject each of `cases` with `status` and a message that starts with `beginning`. */
export async function refused(status: number, beginning: string, ...cases: readonly Words[]): Promise<void> {
  for (const input of cases) {
    const answer = await post("/api/qr", { data, ...input });
    expect(answer.status, JSON.stringify(input).slice(0, 80)).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    const body = await answer.json();
    expect(Object.keys(body)).toEqual(["error"]);
    expect(body.error.slice(0, beginning.length)).toBe(beginning);
  }
}

/** Expects POST /api/qr to accept each of `cases`. */
export async function taken(...cases: readonly Words[]): Promise<void> {
  for (const input of cases)
    expect((await post("/api/qr", { data, ...input })).status, JSON.stringify(input)).toBe(200);
}
