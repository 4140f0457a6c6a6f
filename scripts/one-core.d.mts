import type { Plugin } from "vite";

export const oneCore: Plugin;
