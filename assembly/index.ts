/** The complete core: encoder and image writer in one memory. */
export * from "./encoder";
export * from "./image";
