import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkLogoUrl, hostOf, isAllowedAddress } from "../../src/logo/address.ts";

const strict = { allowPrivate: false };
const open = { allowPrivate: true };

const PUBLIC_ADDRESSES = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "192.167.255.255",
  "192.169.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:830::200e",
];

const PRIVATE_ADDRESSES = [
  "10.0.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "::1",
  "fc00::1",
  "fd12:3456:789a::1",
];

/** IP addresses that are never allowed, each with the reason. */
const FORBIDDEN_ADDRESSES = [
  ["0.0.0.0", "this host"],
  ["0.1.2.3", "this network"],
  ["169.254.169.254", "metadata of most clouds"],
  ["169.254.0.1", "link-local"],
  ["168.63.129.16", "metadata of Azure"],
  ["100.100.100.200", "metadata of Alibaba"],
  ["192.0.0.192", "metadata of Oracle"],
  ["192.0.2.1", "documentation"],
  ["198.51.100.1", "documentation"],
  ["203.0.113.1", "documentation"],
  ["192.88.99.1", "6to4 relays"],
  ["198.18.0.1", "benchmarks"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.250", "multicast"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::ffff:127.0.0.1", "IPv4-mapped"],
  ["::ffff:8.8.8.8", "IPv4-mapped"],
  ["::ffff:7f00:1", "IPv4-mapped, in hex"],
  ["::ffff:0:127.0.0.1", "IPv4-translated"],
  ["::127.0.0.1", "IPv4-compatible"],
  ["64:ff9b::7f00:1", "NAT64"],
  ["64:ff9b:1::a00:1", "NAT64 of a network's own"],
  ["2002:7f00:1::1", "6to4"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"],
  ["2001:db8::1", "documentation"],
  ["2001:2::1", "benchmarks"],
  ["2001:20::1", "ORCHIDv2"],
  ["3fff::1", "documentation"],
  ["100::1", "discard"],
  ["fe80::1", "link-local"],
  ["fe80::1%eth0", "link-local with a zone"],
  ["febf::1", "link-local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["fd00:ec2::254", "metadata of AWS"],
  ["fd00:0ec2:0:0:0:0:0:0254", "metadata of AWS, written out"],
  ["fd20:ce::254", "metadata of Google"],
  ["4000::1", "not given out"],
  ["5f00::1", "segment routing"],
  ["", "nothing"],
  ["example.com", "a name"],
  ["127.1", "a short form, which no name server answers with"],
  ["0177.0.0.1", "an octal form"],
  ["2130706433", "a decimal form"],
  ["1.1.1.1:80", "with a port"],
  ["[2606:4700:4700::1111]", "with brackets"],
] as const;

describe("an IP address", () => {
  test.each(PUBLIC_ADDRESSES)("%s is public", (address) => {
    expect(isAllowedAddress(address, strict)).toBe(true);
    expect(isAllowedAddress(address, open)).toBe(true);
  });
  test.each(PRIVATE_ADDRESSES)("%s is private", (address) => {
    expect(isAllowedAddress(address, strict)).toBe(false);
    expect(isAllowedAddress(address, open)).toBe(true);
  });
  test.each(FORBIDDEN_ADDRESSES)("%s is never allowed: %s", (address) => {
    expect(isAllowedAddress(address, strict)).toBe(false);
    expect(isAllowedAddress(address, open)).toBe(false);
  });
});

const ALLOWED_URLS = [
  ["https://example.com/logo.png", "example.com"],
  ["http://example.com/logo.png?a=b#c", "example.com"],
  ["HTTPS://EXAMPLE.COM/", "example.com"],
  ["https://example.com:443/", "example.com"],
  ["http://example.com:80/", "example.com"],
  ["http://example.com:1024/", "example.com"],
  ["http://example.com:65535/", "example.com"],
  ["https://example.com./logo.png", "example.com."],
  ["https://bücher.example/", "xn--bcher-kva.example"],
  ["https://@example.com/", "example.com"],
  ["https://localhost.example.com/", "localhost.example.com"],
  ["https://thelocalhost.com/", "thelocalhost.com"],
  ["https://93.184.216.34/", "93.184.216.34"],
  ["https://0x5db8d822/", "93.184.216.34"],
  ["https://[2606:4700:4700::1111]:8443/", "2606:4700:4700::1111"],
] as const;

const NOT_PUBLIC = "must be on a server with a public host name";

/** URLs that are rejected by default, each with the reason and whether `allowPrivate` allows it. */
const REFUSED_URLS = [
  ["http://127.0.0.1/", NOT_PUBLIC, true],
  ["http://127.0.0.1./", NOT_PUBLIC, true],
  ["http://127.1/", NOT_PUBLIC, true],
  ["http://127.0.1/", NOT_PUBLIC, true],
  ["http://2130706433/", NOT_PUBLIC, true],
  ["http://0x7f000001/", NOT_PUBLIC, true],
  ["http://0x7f.0.0.1/", NOT_PUBLIC, true],
  ["http://0X7F.1/", NOT_PUBLIC, true],
  ["http://0177.0.0.1/", NOT_PUBLIC, true],
  ["http://017700000001/", NOT_PUBLIC, true],
  ["http://0177.0x0.0.1/", NOT_PUBLIC, true],
  ["http://127。0。0。1/", NOT_PUBLIC, true],
  ["http://１２７.0.0.1/", NOT_PUBLIC, true],
  ["http://①②⑦.0.0.1/", NOT_PUBLIC, true],
  ["http://127%2e0%2e0%2e1/", NOT_PUBLIC, true],
  ["http://%31%32%37.0.0.1/", NOT_PUBLIC, true],
  ["http://10.1/", NOT_PUBLIC, true],
  ["http://192.168.257/", NOT_PUBLIC, true],
  ["http:\\\\127.0.0.1\\", NOT_PUBLIC, true],
  ["http://127.0.0.1\t/", NOT_PUBLIC, true],
  [" http://127.0.0.1/ ", NOT_PUBLIC, true],
  ["http:127.0.0.1", NOT_PUBLIC, true],
  ["http:////127.0.0.1/", NOT_PUBLIC, true],
  ["http://[::1]/", NOT_PUBLIC, true],
  ["http://[0:0:0:0:0:0:0:1]/", NOT_PUBLIC, true],
  ["http://[fc00::1]/", NOT_PUBLIC, true],
  ["http://localhost/", NOT_PUBLIC, true],
  ["http://LOCALHOST./", NOT_PUBLIC, true],
  ["http://ｌｏｃａｌｈｏｓｔ/", NOT_PUBLIC, true],
  ["http://a.localhost/", NOT_PUBLIC, true],
  ["http://localhost.localdomain/", NOT_PUBLIC, true],
  ["http://printer.local/", NOT_PUBLIC, true],
  ["http://metadata.google.internal/", NOT_PUBLIC, true],
  ["http://db.INTERNAL./", NOT_PUBLIC, true],
  ["http://host.docker.internal/", NOT_PUBLIC, true],
  ["http://router.home.arpa/", NOT_PUBLIC, true],
  ["http://wiki.intranet/", NOT_PUBLIC, true],
  ["http://nas.lan/", NOT_PUBLIC, true],
  ["http://abc.onion/", NOT_PUBLIC, true],
  ["http://intranet/", NOT_PUBLIC, true],
  ["http://kubernetes./", NOT_PUBLIC, true],
  ["http://0/", NOT_PUBLIC, false],
  ["http://0.0.0.0/", NOT_PUBLIC, false],
  ["http://169.254.169.254/latest/meta-data/", NOT_PUBLIC, false],
  ["http://2852039166/", NOT_PUBLIC, false],
  ["http://0xa9fea9fe/", NOT_PUBLIC, false],
  ["http://0251.0376.0251.0376/", NOT_PUBLIC, false],
  ["http://[fe80::1]/", NOT_PUBLIC, false],
  ["http://[::]/", NOT_PUBLIC, false],
  ["http://[::ffff:127.0.0.1]/", NOT_PUBLIC, false],
  ["http://[::ffff:a9fe:a9fe]/", NOT_PUBLIC, false],
  ["http://[::127.0.0.1]/", NOT_PUBLIC, false],
  ["http://[64:ff9b::127.0.0.1]/", NOT_PUBLIC, false],
  ["http://[2002:7f00:1::]/", NOT_PUBLIC, false],
  ["http://[2001::1]/", NOT_PUBLIC, false],
  ["http://./", NOT_PUBLIC, false],
  ["http://../", NOT_PUBLIC, false],
  ["http://example..com/", NOT_PUBLIC, false],
  ["http://.example.com/", NOT_PUBLIC, false],
  ["http://[fe80::1%25eth0]/", "must be an http or https URL", false],
  ["http://[fe80::1%eth0]/", "must be an http or https URL", false],
  ["http://256.256.256.256/", "must be an http or https URL", false],
  ["http://1.2.3.4.5/", "must be an http or https URL", false],
  ["http://0x100000000/", "must be an http or https URL", false],
  ["http://08.0.0.1/", "must be an http or https URL", false],
  ["http:///", "must be an http or https URL", false],
  ["http://", "must be an http or https URL", false],
  ["http://:80/", "must be an http or https URL", false],
  ["", "must be an http or https URL", false],
  ["example.com/logo.png", "must be an http or https URL", false],
  ["//example.com/logo.png", "must be an http or https URL", false],
  ["file:///etc/passwd", "must be an http or https URL", false],
  ["ftp://example.com/logo.png", "must be an http or https URL", false],
  ["gopher://example.com:6379/_INFO", "must be an http or https URL", false],
  ["data:image/png;base64,AAAA", "must be an http or https URL", false],
  ["javascript:alert(1)", "must be an http or https URL", false],
  ["blob:https://example.com/1", "must be an http or https URL", false],
  ["https://user@example.com/", "must not contain a user name", false],
  ["https://user:secret@example.com/", "must not contain a user name", false],
  ["https://:secret@example.com/", "must not contain a user name", false],
  ["https://example.com@127.0.0.1/", "must not contain a user name", false],
  ["http://example.com:0/", "must use the default port", false],
  ["http://example.com:22/", "must use the default port", false],
  ["http://example.com:25/", "must use the default port", false],
  ["http://example.com:443/", "must use the default port", false],
  ["https://example.com:80/", "must use the default port", false],
  ["http://example.com:1023/", "must use the default port", false],
  ["http://example.com:65536/", "must be an http or https URL", false],
  ["http://example.com:-1/", "must be an http or https URL", false],
  [`https://example.com/${"a".repeat(4096)}`, "must be a URL of at most 4096 characters", false],
] as const;

const refusal = (url: string, rules: { allowPrivate: boolean }): unknown => {
  try {
    return checkLogoUrl(url, rules).href;
  } catch (error) {
    return error;
  }
};

describe("a URL", () => {
  test.each(ALLOWED_URLS)("allows %s with the host %s", (url, host) => {
    expect(hostOf(checkLogoUrl(url, strict))).toBe(host);
    expect(hostOf(checkLogoUrl(url, open))).toBe(host);
  });

  test.each(REFUSED_URLS)("rejects %j: logo %s", (url, message, opened) => {
    expect(refusal(url, strict)).toMatchObject({
      code: "LOGO_UNREACHABLE",
      status: 400,
      field: "logo",
      message: expect.stringContaining(`logo ${message}`),
    });
    if (opened) expect(refusal(url, open)).toMatch(/^http:/);
    else expect(refusal(url, open)).toMatchObject({ status: 400 });
  });

  test("a backslash ends the host", () => {
    expect(hostOf(checkLogoUrl("https://example.com\\@127.0.0.1/", strict))).toBe("example.com");
  });

  test("resolves a relative URL against its base before checking it", () => {
    const base = new URL("https://example.com/a/b");
    expect(checkLogoUrl("../c.png", strict, base).href).toBe("https://example.com/c.png");
    expect(checkLogoUrl("//cdn.example.com/c.png", strict, base).href).toBe("https://cdn.example.com/c.png");
    expect(() => checkLogoUrl("//127.0.0.1/c.png", strict, base)).toThrow(NOT_PUBLIC);
  });

  test("messages never contain the URL", () => {
    for (const [url] of REFUSED_URLS) {
      expect(String(refusal(url, strict))).not.toMatch(/127|169|secret|internal|passwd/);
    }
  });

  test("checks the IP address in any notation", () => {
    const radix = fc.constantFrom(
      (n: number) => String(n),
      (n: number) => `0x${n.toString(16)}`,
      (n: number) => `0X000${n.toString(16).toUpperCase()}`,
      (n: number) => `0${n.toString(8)}`,
      (n: number) => String(n).replace(/./g, (digit) => `%${digit.charCodeAt(0).toString(16)}`),
      (n: number) => String(n).replace(/./g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    );
    const octet = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 224, 254));
    const octets = fc.tuple(octet, octet, octet, octet);
    const parts = fc.integer({ min: 1, max: 4 });
    const dots = fc.constantFrom(".", "\u3002", "\uff0e", "%2e");
    fc.assert(
      fc.property(
        octets,
        parts,
        fc.tuple(radix, radix, radix, radix),
        dots,
        fc.constantFrom("", "."),
        (bytes, count, write, dot, end) => {
          // The last part is a single number that contains all remaining bytes.
          const last = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0);
          const spelled = [...bytes.slice(0, count - 1), last].map((part, i) => write[i]?.(part)).join(dot);
          const allowed = typeof refusal(`http://${spelled}${end}/`, strict) === "string";
          expect(allowed).toBe(isAllowedAddress(bytes.join("."), strict));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
