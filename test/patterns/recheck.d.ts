/** The checker without its threads and its native programs. */
declare module "recheck/lib/browser.js" {
  export { checkSync } from "recheck";
}
