export { drawErrorPage } from "../../src/http/page.ts";
export { MAX_LINK_DESIGN, splitLink } from "../../src/links/text.ts";
