import { describe, expect, test } from "vitest";
import { clientOf, trustedBy } from "../../src/runtime/proxies.ts";

const noProxy = trustedBy("");
const proxies = trustedBy("loopback,10.0.0.0/8,2001:db8:ffff::/48");

describe("identifies a client", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::", "2001:db8:1:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", undefined],
    ["name", undefined],
    [undefined, undefined],
  ])("identifies %s as %s", (address, client) => {
    expect(clientOf(address, null, noProxy)).toBe(client);
  });
});

describe("X-Forwarded-For", () => {
  test.each([
    ["is ignored from an untrusted address", "192.0.2.1", "198.51.100.7", "192.0.2.1"],
    ["names the client behind a proxy", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["names the client behind a proxy on an IPv6 socket", "::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["may contain forged entries before the last one", "10.0.0.1", "1.1.1.1, 198.51.100.7", "198.51.100.7"],
    ["may list a chain of proxies", "10.0.0.1", "9.9.9.9, 198.51.100.7, 10.0.0.3, 127.0.0.1", "198.51.100.7"],
    ["counts an IPv6 client by its /64", "10.0.0.1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["may have ports", "10.0.0.1", "198.51.100.7:1234", "198.51.100.7"],
    ["may have brackets", "10.0.0.1", "[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["falls back to the proxy if empty", "10.0.0.1", "", "10.0.0.1"],
    ["falls back to the proxy if invalid", "10.0.0.1", "198.51.100.7, unknown", "10.0.0.1"],
    ["falls back to the proxy if it ends with a comma", "10.0.0.1", "198.51.100.7,", "10.0.0.1"],
    ["names the first proxy if all entries are proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ])("%s", (_, address, forwardedFor, client) => {
    expect(clientOf(address, forwardedFor, proxies)).toBe(client);
  });

  test("follows at most 16 proxies", () => {
    let checks = 0;
    const isTrusted = () => {
      checks += 1;
      return true;
    };
    expect(clientOf("10.0.0.1", `198.51.100.7${",10.0.0.2".repeat(5_000)}`, isTrusted)).toBe("10.0.0.2");
    expect(checks).toBeLessThan(20);
  });
});
