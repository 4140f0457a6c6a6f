import { expect, test } from "vitest";
import { detect, url } from "../../src/payload/payload.ts";

test("keeps a URL unchanged", () => {
  expect(url.build({ url: "HTTPS://EXAMPLE.COM/A?b=%20#c" })).toBe("HTTPS://EXAMPLE.COM/A?b=%20#c");
});

test("uses the actual host of a misleading URL as its title", () => {
  expect(detect("https://bank.example@evil.example:8443/x").title).toBe("evil.example:8443");
  expect(detect("https://аpple.com/").title).toBe("xn--pple-43d.com");
});

test.each(["javascript:alert(1)", "http://", "https://a b.example", "https://a.example/\u202e", " https://a.example"])(
  "does not detect %j as a URL",
  (text) => {
    expect(url.parse(text)).toBeUndefined();
    expect(detect(text).kind).toBe("text");
    expect(() => url.build({ url: text })).toThrow("url must be a URL without spaces that starts with https://");
  },
);
