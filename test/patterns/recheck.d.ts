/** The build of the checker without threads and native programs. */
declare module "recheck/lib/browser.js" {
  export { checkSync } from "recheck";
}
