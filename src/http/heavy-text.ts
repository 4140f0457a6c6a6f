/** The work that counts as heavy, for error messages and for the documentation of settings. */
export const HEAVY_WORK =
  "reports, searches, cards, picture codes, batch items, MCP tool calls, and images with logos, captions or large designs";
