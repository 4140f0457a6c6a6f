import { describe, expect, test } from "vitest";
import { bitcoin, detect, geo, mail, phone, product, sms } from "../../src/payload/payload.ts";

describe("mail, RFC 6068", () => {
  test("percent-encodes everything except addresses, and writes line breaks as CRLF", () => {
    const text = mail.build({ to: "ada@example.com, bob@example.com", subject: "50% + more?", body: "a\nb&c" });
    expect(text).toBe("mailto:ada@example.com,bob@example.com?subject=50%25%20%2B%20more%3F&body=a%0D%0Ab%26c");
  });

  test.each([
    ["MAILTO:ada@example.com", { to: "ada@example.com" }],
    ["mailto:?to=ada@example.com&Subject=a+b", { to: "ada@example.com", subject: "a+b" }],
    ["mailto:a%2Bb@example.com?x-odd=1", { to: "a+b@example.com" }],
    ["MATMSG:TO:ada@example.com;SUB:a\\:b;BODY:c\\;d\ne;;", { to: "ada@example.com", subject: "a:b", body: "c;d\ne" }],
    ["matmsg:TO:ada@example.com;;", { to: "ada@example.com" }],
  ])("reads %s", (text, fields) => {
    expect(mail.parse(text)).toEqual(fields);
  });

  test.each([
    "mailto:",
    "mailto:no-domain",
    "mailto:a@b.example?subject=%E0%A4%A",
    "mailto:a@b.example?subject=a%0Ab",
    "mailto:a@b..example",
  ])("%s is not an email", (text) => {
    expect(mail.parse(text)).toBeUndefined();
  });
});

describe("phone, RFC 3966", () => {
  test.each([
    ["+44 20 7946-0958", "tel:+442079460958"],
    ["(212) 555.0100", "tel:2125550100"],
    ["112", "tel:112"],
  ])("writes %s as %s", (number, text) => {
    expect(phone.build({ number })).toBe(text);
  });

  test.each(["+49 (0)30 1", "*#06#", "1", "12345678901234567", "call me"])("rejects %s", (number) => {
    expect(() => phone.build({ number })).toThrow("number must be a phone number of 2 to 15 digits");
  });

  test.each(["tel:*%2306%23", "tel:*21*1%23", "tel:#"])("does not detect %s as a call", (text) => {
    expect(detect(text).kind).toBe("text");
  });
});

describe("sms", () => {
  test("writes the SMSTO format", () => {
    expect(sms.build({ number: "+44 1632 960", message: "a:b\nc" })).toBe("SMSTO:+441632960:a:b\nc");
    expect(sms.build({ number: "112" })).toBe("SMSTO:112");
  });

  test("reads URIs as defined in RFC 5724", () => {
    expect(sms.parse("sms:+15105550101?body=hello%20there")).toEqual({
      number: "+15105550101",
      message: "hello there",
    });
    expect(sms.parse("sms:+15105550101,112")).toBeUndefined();
  });
});

describe("geo, RFC 5870", () => {
  test("writes coordinates and a name", () => {
    expect(geo.build({ latitude: "48.2010", longitude: "16.3695", altitude: "183" })).toBe("geo:48.2010,16.3695,183");
    expect(geo.build({ latitude: "-1", longitude: "2", name: "Café (2)" })).toBe("geo:-1,2?q=-1%2C2(Caf%C3%A9%20(2))");
  });

  test("reads coordinates, ignoring an uncertainty", () => {
    expect(geo.parse("geo:48.198634,16.371648;crs=wgs84;u=40")).toEqual({
      latitude: "48.198634",
      longitude: "16.371648",
    });
    expect(geo.parse("geo:0,0?q=-1,2(Caf%C3%A9%20(2))")).toEqual({ latitude: "-1", longitude: "2", name: "Café (2)" });
    expect(geo.parse("geo:?q=Eiffel%20Tower")).toEqual({ latitude: "0", longitude: "0", name: "Eiffel Tower" });
    expect(geo.parse("geo:1,2?q=Tower&z=3")).toEqual({ latitude: "1", longitude: "2", name: "Tower" });
    expect(geo.parse("geo:?q=")).toBeUndefined();
  });

  test.each([
    [{ latitude: "90.1", longitude: "0" }, "latitude must be decimal degrees from -90 to 90"],
    [{ latitude: "0", longitude: "181" }, "longitude must be decimal degrees from -180 to 180"],
    [{ latitude: "1e1", longitude: "0" }, "latitude must be decimal degrees"],
  ])("rejects %j", (fields, message) => {
    expect(() => geo.build(fields)).toThrow(message);
  });
});

/** Returns an address with a valid checksum. Based on the reference code of BIP 350. */
function segwit(version: number, words: readonly string[]): string {
  const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
  const values = [version, ...words.map((word) => alphabet.indexOf(word))];
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  const sum = [3, 3, 0, 2, 3, ...values, 0, 0, 0, 0, 0, 0].reduce((check, value) => {
    const next = ((check & 0x1ffffff) << 5) ^ value;
    return generator.reduce((mixed, word, bit) => ((check >>> (25 + bit)) & 1 ? mixed ^ word : mixed), next);
  }, 1);
  const check = sum ^ (version === 0 ? 1 : 0x2bc830a3);
  const end = [25, 20, 15, 10, 5, 0].map((shift) => (check >>> shift) & 31);
  return `bc1${[...values, ...end].map((value) => alphabet[value]).join("")}`;
}

test("segwit() in this file computes the checksum of an address from the standard", () => {
  const known = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  expect(segwit(0, [...known.slice(4, -6)])).toBe(known);
});

describe("bitcoin, BIP 21", () => {
  test("writes the example from the BIP", () => {
    const text = bitcoin.build({
      address: "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
      amount: "50",
      label: "Luke-Jr",
      message: "Donation for project xyz",
    });
    expect(text).toBe(
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz",
    );
    expect(detect(text).title).toBe("50 BTC to Luke-Jr");
  });

  test.each([
    ["BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", true],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", true],
    ["tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7", true],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", false],
    ["bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", false],
    // Version 31, and programs that are too short for versions 1 and 0, all with valid checksums.
    [segwit(31, [..."q".repeat(52)]), false],
    [segwit(1, [..."qqq"]), false],
    [segwit(0, [..."qqq"]), false],
    // A version 1 address with a bech32 checksum instead of bech32m, from BIP 350.
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", false],
  ])("checks the address %s: %s", (address, good) => {
    expect(bitcoin.parse(`bitcoin:${address}`) !== undefined).toBe(good);
  });

  test("rejects an amount that is not above 0", () => {
    const address = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W";
    expect(() => bitcoin.build({ address, amount: "0" })).toThrow("amount must be a decimal number above 0");
    expect(() => bitcoin.build({ address, amount: "0.00000000" })).toThrow("above 0");
  });

  test("treats a URI with an unknown required parameter as plain text", () => {
    const text = "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?req-somethingyoudontunderstand=50";
    expect(detect(text).kind).toBe("text");
  });
});

describe("product, GS1 Digital Link", () => {
  test("writes keys in the standard's order", () => {
    const text = product.build({ gtin: "9506000134352", batch: "ABC/1", serial: "456", expiry: "271231" });
    expect(text).toBe("https://id.gs1.org/01/09506000134352/10/ABC%2F1/21/456?17=271231");
    expect(detect(text)).toMatchObject({ kind: "product", title: "9506000134352" });
  });

  test("reads links from other resolvers", () => {
    expect(product.parse("https://example.com/shop/01/00614141123452/10/A%2F1?17=280229")).toEqual({
      gtin: "00614141123452",
      batch: "A/1",
      expiry: "280229",
      resolver: "https://example.com/shop",
    });
  });

  test.each([
    [{ gtin: "00000000" }, "gtin must have 8, 12, 13 or 14 digits"],
    [{ gtin: "9506000134352", expiry: "260231" }, "expiry must be a date"],
    [{ gtin: "9506000134352", resolver: "https://user:pw@id.example" }, "resolver must be a URL without a user name"],
  ])("rejects %j", (fields, message) => {
    expect(() => product.build(fields)).toThrow(message);
  });

  test.each([
    "https://id.gs1.org/01/09506000134353",
    "https://id.gs1.org/01/09506000134352/99/x",
    "https://example.com/01/02/2026",
    "https://news.example/2024/01/20240103",
    "https://example.com/01/614141123452",
    "https://id.gs1.org/01/09506000134352?utm_source=poster",
    "https://id.gs1.org/01/09506000134352?17=271231&17=281231",
    "https://id.gs1.org/01/09506000134352/10/%ZZ/21/5",
    "https://user:pw@id.example/01/09506000134352",
  ])("%s is only a URL", (text) => {
    expect(detect(text).kind).toBe("url");
  });
});
