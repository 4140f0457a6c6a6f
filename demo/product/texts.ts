export { invitations } from "../../src/languages/en.ts";
export { playground } from "../../src/languages/en-playground.ts";
export { payloadLabels } from "../../src/languages/payload-labels.ts";
