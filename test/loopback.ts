import { networkInterfaces } from "node:os";

/** Whether this machine supports IPv6, which containers often do not. */
export const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
