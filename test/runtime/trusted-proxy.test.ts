import { expect, test } from "vitest";
import { isTrustList, trustedBy } from "../../src/runtime/proxies.ts";

test.each([
  ["loopback", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"], ["10.0.0.1", "::2", "::ffff:10.0.0.1"]],
  ["10.0.0.0/8, 192.0.2.7", ["10.255.0.1", "192.0.2.7", "::ffff:10.0.0.1"], ["11.0.0.1", "192.0.2.8", "127.0.0.1"]],
  ["private", ["10.1.2.3", "172.31.0.1", "192.168.1.1", "100.64.0.1", "fd00::1"], ["172.32.0.1", "8.8.8.8", "fe80::1"]],
  ["linklocal", ["169.254.1.1", "fe80::1"], ["169.255.0.1", "fec0::1"]],
  ["2001:DB8::/32", ["2001:db8:1::1"], ["2001:db9::1", "127.0.0.1"]],
  ["0.0.0.0/0", ["8.8.8.8"], ["2001:db8::1"]],
  ["", [], ["127.0.0.1", "::1"]],
])("%j trusts %j and not %j", (list, trusted, others) => {
  const isTrusted = trustedBy(list);
  expect(trusted.filter((address) => !isTrusted(address))).toEqual([]);
  expect([...others, "", "localhost", undefined].filter(isTrusted)).toEqual([]);
});

test("rejects an invalid list as a whole", () => {
  for (const list of ["localhost", "loopback,x", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/1e1", "0x7f.1", "constructor"]) {
    expect(isTrustList(list), list).toBe(false);
    expect(() => trustedBy(list), list).toThrow("trustProxy must be a comma-separated list of IP addresses");
  }
});
