import { networkInterfaces } from "node:os";

/** Whether this machine has IPv6, which containers often lack. */
export const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
