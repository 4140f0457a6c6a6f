/** Style sheets become files of the build. */
declare module "*.css";

/** The address of a file that the build takes along. */
declare module "*?url" {
  const address: string;
  export default address;
}
