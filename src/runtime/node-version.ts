/** The oldest versions of Node.js that run the server and the commands. The library and the client also run on 18. */
const OLDEST = [20, 19] as const;

/** Returns why the server and the commands cannot run on `version` of Node.js, such as "18.20.8"; undefined if they can. */
export function nodeProblem(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `Node.js ${OLDEST.join(".")} or later is required, but this is ${version}: install a newer version of Node.js`;
}
