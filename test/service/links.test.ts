import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { QrError } from "../../src/errors.ts";
import { idsFor, sha256 } from "../../src/links/id.ts";
import { joinLink } from "../../src/links/text.ts";
import { presets } from "../../src/options/presets.ts";
import { checkStoredText, createLinks } from "../../src/service/links.ts";
import { createMemoryLinks } from "../../src/stores/memory.ts";
import type { LinkStore } from "../../src/stores/store.ts";

/** Creates links whose ids collide, because their hash depends only on the last byte of the text. */
const colliding = (store: LinkStore) =>
  createLinks(store, async (bytes) => Uint8Array.of(...new Uint8Array(31), bytes.at(-1) ?? 0));

/** Encodes `bytes` in base 62 by long division. */
function base62Of(bytes: Uint8Array): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = [...bytes];
  let text = "";
  for (let i = 0; i < 43; i++) {
    let carry = 0;
    rest = rest.map((byte) => {
      const value = carry * 256 + byte;
      carry = value % 62;
      return Math.floor(value / 62);
    });
    text = digits[carry] + text;
  }
  return text;
}

describe("ids", () => {
  test.each(["https://example.com", "a", "世界", "\u0000"])(
    "the id of %j is the start of its SHA-256",
    async (data) => {
      const { id } = await createLinks(createMemoryLinks()).createLink({ data });
      expect(id).toBe(base62Of(createHash("sha256").update(data).digest()).slice(0, 10));
    },
  );

  test("links to equal text have equal ids, and the token is returned once", async () => {
    const links = createLinks(createMemoryLinks());
    const first = await links.createLink({ data: "x" });
    expect(first.token).toMatch(/^[\w-]{43}$/);
    expect(await links.createLink({ data: "x" })).toEqual({ id: first.id });
    expect((await links.createLink({ data: "y" })).id).not.toBe(first.id);
  });

  test("an id that another link has taken gets longer, one character at a time", async () => {
    const links = colliding(createMemoryLinks());
    // With hashes below 62, ids differ only in their last character, the 43rd.
    const ids = [];
    for (const data of ["!", '"', "#"]) ids.push((await links.createLink({ data })).id);
    expect(ids).toEqual(["0".repeat(10), "0".repeat(11), "0".repeat(12)]);
    expect(await Promise.all(ids.map((id) => links.readLink(id)))).toEqual([
      { data: "!" },
      { data: '"' },
      { data: "#" },
    ]);
    expect(await links.createLink({ data: "#" })).toEqual({ id: ids[2] });
  });

  test("creation fails if other links have taken all ids", async () => {
    const links = createLinks(createMemoryLinks(), async () => new Uint8Array(32));
    for (let i = 0; i < 34; i++) await links.createLink({ data: `text ${i}` });
    await expect(links.createLink({ data: "one more" })).rejects.toThrow(
      "all ids for the data are taken by other links",
    );
    expect(await links.readLink("0".repeat(43))).toEqual({ data: "text 33" });
  });
});

describe("creation", () => {
  test("returns one token if the same link is created fifty times concurrently", async () => {
    const links = createLinks(createMemoryLinks());
    const answers = await Promise.all(Array.from({ length: 50 }, () => links.createLink({ data: "x" })));
    expect(answers.filter(({ token }) => token !== undefined)).toHaveLength(1);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("returns unique ids for thirty colliding links that are created concurrently", async () => {
    const links = colliding(createMemoryLinks());
    const texts = Array.from({ length: 30 }, (_, i) => String.fromCharCode(33 + i));
    const answers = await Promise.all(texts.map((data) => links.createLink({ data })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(30);
    expect(await Promise.all(answers.map(({ id }) => links.readLink(id)))).toEqual(texts.map((data) => ({ data })));
  });

  test("stores the token's hash, never the token", async () => {
    const store = createMemoryLinks();
    const { id, token = "" } = await createLinks(store).createLink({ data: "x" });
    const stored = await store.find(id);
    expect(stored?.tokenHash).toBe(createHash("sha256").update(token).digest("hex"));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test.each([
    [{}, "DATA_MISSING"],
    [{ data: "" }, "DATA_MISSING"],
    [{ data: 7 }, "INVALID_OPTION"],
    [{ data: "\ud800" }, "INVALID_OPTION"],
    [{ data: "x".repeat(2954) }, "DATA_TOO_LONG"],
    [{ data: "7".repeat(7090) }, "DATA_TOO_LONG"],
  ])("%# rejects text that no code can hold", async (input, code) => {
    await expect(createLinks(createMemoryLinks()).createLink(input)).rejects.toMatchObject({ code });
  });

  test.each(["x".repeat(2953), "7".repeat(7089)])("%# accepts the longest text that fits at level L", async (data) => {
    const links = createLinks(createMemoryLinks());
    const { id } = await links.createLink({ data });
    expect(await links.readLink(id)).toEqual({ data: data });
  });

  test("createLink ignores invalid image options", async () => {
    const links = createLinks(createMemoryLinks());
    expect(await links.createLink({ data: "x", size: "huge", format: "gif" })).toHaveProperty("token");
  });
});

describe("removal", () => {
  const created = async () => {
    const links = createLinks(createMemoryLinks());
    const { id, token = "" } = await links.createLink({ data: "x" });
    return { links, id, token };
  };

  test("removing a link frees its id for a new link with another token", async () => {
    const { links, id, token } = await created();
    await links.removeLink(id, token);
    await expect(links.readLink(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(links.removeLink(id, token)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const again = await links.createLink({ data: "x" });
    expect(again.id).toBe(id);
    expect(again.token).not.toBe(token);
  });

  test("keeps the link and rejects with 401 without a token, and with 403 for another token", async () => {
    const { links, id, token } = await created();
    await expect(links.removeLink(id, undefined)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(links.removeLink(id, "")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    for (const wrong of ["x", `${token}x`, token.slice(1), token.toUpperCase(), "constructor"]) {
      await expect(links.removeLink(id, wrong)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await links.readLink(id)).toEqual({ data: "x" });
  });
});

describe("designs of links", () => {
  const service = createLinks(createMemoryLinks());
  const data = "https://example.com/design";

  test("the same text with another design is another link, and defaults are not a design", async () => {
    const { id: plain } = await service.createLink({ data });
    const { id: dots } = await service.createLink({ data, dotStyle: "dots" });
    expect(dots).not.toBe(plain);
    expect((await service.createLink({ data, dotStyle: "square", size: 500, ec: "H" })).id).toBe(plain);
    expect((await service.createLink({ data, design: { dotStyle: "dots", color: null } })).id).toBe(dots);
    expect(await service.readLink(plain)).toEqual({ data });
    expect(await service.readLink(dots)).toEqual({ data, design: { dotStyle: "dots" } });
  });

  test("a preset is stored as its options, so that it never changes", async () => {
    const { id } = await service.createLink({ data, preset: "forest" });
    expect((await service.readLink(id)).design).toEqual({ ...presets.forest });
  });

  test("data cannot look like a link with a design", async () => {
    const texts = ["\0design\0{}", "\0design\0null\0hello", joinLink({ data, design: { dotStyle: "dots" } })];
    for (const text of texts) {
      await expect(service.createLink({ data: text })).rejects.toThrow(
        /^data must not begin with "design" between NUL/,
      );
    }
    for (const text of ["design", "\0desig\0x", "x\0design\0{}\0y"]) {
      const { id } = await service.createLink({ data: text });
      expect(await service.readLink(id)).toEqual({ data: text });
    }
  });

  test("the text of a stored link is valid, and similar texts are not", async () => {
    for (const design of [undefined, { dotStyle: "dots" }, { color: "123456", eyeStyle: "leaf" }]) {
      const text = joinLink({ data, ...(design && { design }) });
      expect(checkStoredText(text)).toBe(text);
      const { id } = await service.createLink({ design, data });
      expect(await idsFor(text, sha256)).toContain(id);
    }
    const invalid = ["\0design\0null\0x", "\0design\0[]\0x", "\0design\0{}", "\0design\0{}\0x"];
    for (const text of [...invalid, '\0design\0{"size":3}\0x', '\0design\0{"color":"red"}\0x', 7, ""]) {
      expect(() => checkStoredText(text)).toThrow(QrError);
    }
  });

  test("rejects invalid and large designs", async () => {
    await expect(service.createLink({ data, eyeStyle: "huge" })).rejects.toThrow("eyeStyle must be one of");
    await expect(service.createLink({ data, design: "[]" })).rejects.toThrow("design must be a JSON object");
    const logoData = "A".repeat(40_000);
    await expect(service.createLink({ data, logoData })).rejects.toThrow("logoData must be at most 32 KB in a link");
  });
});
