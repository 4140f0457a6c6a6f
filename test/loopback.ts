import { networkInterfaces } from "node:os";

/** Whether this machine has IPv6, which containers often have not. */
export const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"));
