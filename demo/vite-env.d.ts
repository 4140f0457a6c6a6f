/** Style sheets become files of the build. */
declare module "*.css";
