import { chmodSync, cpSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { fileLimit, mayMount, ownDisk, withOwnDisk } from "./disks.ts";
import { lostOf, makeLink, makeLinks, openLink, removeLinks } from "./links-over-http.ts";
import { copyProgram } from "./program.ts";
import { askLight, times } from "./sockets.ts";

const program = copyProgram("disk");
const folder = mkdtempSync(join(tmpdir(), "isoqr-disk-"));
afterAll(async () => {
  await program.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("on a full disk, links are found but not created, other requests work, and everything recovers with free space", async () => {
  const disk = join(folder, "full");
  mkdirSync(disk);
  const database = join(disk, "links.db");
  const args = ["--port", "0", "--links", `sqlite:${database}`];
  const server = await program.start(args, mayMount ? { command: withOwnDisk(disk) } : {});
  const room = mayMount ? ownDisk(server, disk) : fileLimit(server, database);
  const { made } = await makeLinks(server.url, "before", 20);
  expect(made).toHaveLength(20);

  for (let round = 0; round < 5; round++) {
    room.fill();
    // Pages that the database has already allocated may still have space for some links.
    const full = await makeLinks(server.url, `full-${round}`, 1_000, 2_000);
    made.push(...full.made);
    expect(full.refused).toMatchObject({ status: 503, retryAfter: "1" });
    for (let i = 0; i < 5; i++) {
      expect(await makeLink(server.url, `none-${round}-${i}`.padEnd(2_000))).toMatchObject({ status: 503 });
    }
    for (const { id } of made.slice(-20)) expect((await openLink(server.url, id)).status).toBe(200);
    expect(await askLight(server.url, 5)).toEqual(times(5, 200));
    room.free();
    const after = await makeLinks(server.url, `after-${round}`, 5);
    expect(after.refused).toBeUndefined();
    made.push(...after.made);
  }
  expect(await lostOf(server.url, made)).toEqual([]);
});

test("on a full disk, links can be removed, and new links reuse their space", async () => {
  const disk = join(folder, "removals");
  mkdirSync(disk);
  const database = join(disk, "links.db");
  const args = ["--port", "0", "--links", `sqlite:${database}`];
  const server = await program.start(args, mayMount ? { command: withOwnDisk(disk) } : {});
  const room = mayMount ? ownDisk(server, disk) : fileLimit(server, database);
  const { made } = await makeLinks(server.url, "before", 320, 300);
  room.fill();
  const more = await makeLinks(server.url, "full", 1_000, 300);
  expect(more.refused).toMatchObject({ status: 503 });
  expect(server.output()).toMatch(/SQLite has no space for more links, because the disk is full: free disk space/);
  const [kept, removed] = [[...made.splice(0, 20), ...more.made], made];
  // Other programs take all space that removals free.
  expect(await removeLinks(server.url, removed, () => room.fill())).toEqual(times(300, 204));
  for (const { id } of removed) expect((await openLink(server.url, id)).status).toBe(404);
  const { made: after, refused } = await makeLinks(server.url, "after", 100, 300);
  expect(refused).toBeUndefined();
  expect(await removeLinks(server.url, after.splice(0, 50), () => room.fill())).toEqual(times(50, 204));
  expect(await lostOf(server.url, [...kept, ...after])).toEqual([]);
});

// Only a mounted disk is full before the server starts.
test.runIf(mayMount)("starts on a full disk, and removes links", async () => {
  const [disk, elsewhere] = [join(folder, "start"), join(folder, "elsewhere")];
  mkdirSync(disk);
  const argsFor = (path: string) => ["--port", "0", "--links", `sqlite:${join(path, "links.db")}`];
  const first = await program.start(argsFor(elsewhere));
  const { made } = await makeLinks(first.url, "before", 100, 300);
  await first.end("SIGTERM");
  const reserve = `head -c 65536 /dev/urandom > '${disk}/links.db-reserve'`;
  const fill = `! cat /dev/zero > '${disk}/filler' 2> /dev/null`;
  const command = withOwnDisk(disk, `cp '${elsewhere}/links.db' '${disk}' && ${reserve} && ${fill}`);
  const { url } = await program.start(argsFor(disk), { command });
  expect(await removeLinks(url, made.splice(0, 50))).toEqual(times(50, 204));
  expect(await lostOf(url, made)).toEqual([]);
});

test.each([
  ["removed", (file: string) => rmSync(file)],
  ["replaced", (file: string) => cpSync(file, `${file}.copy`) ?? renameSync(`${file}.copy`, file)],
])("creates no links while the open file is %s", async (_, spoil) => {
  const disk = mkdtempSync(join(folder, "file-"));
  const file = join(disk, "links.db");
  const server = await program.start(["--port", "0", "--links", `sqlite:${file}`]);
  const { made } = await makeLinks(server.url, "before", 5);
  expect(made).toHaveLength(5);
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  linkSync(file, `${file}.kept`);
  spoil(file);
  for (let i = 0; i < 3; i++) expect(await makeLink(server.url, `lost-${i}`)).toMatchObject({ status: 503 });
  await vi.waitFor(async () => expect(await ready()).toBe(503), 30_000);
  expect(await askLight(server.url, 5)).toEqual(times(5, 200));
  expect(
    server.output().match(/SQLite failed: \S+ was removed or replaced while it was open: .*restart the server/g),
  ).toHaveLength(1);
  renameSync(`${file}.kept`, file);
  expect((await makeLinks(server.url, "after", 5)).made).toHaveLength(5);
  await vi.waitFor(async () => expect(await ready()).toBe(200), 30_000);
  expect(await lostOf(server.url, made)).toEqual([]);
});

/** The prefix of a command that makes it run as an unprivileged user. Empty if this user is not root. */
const asNobody = process.getuid?.() === 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];

test("exits with a message on a read-only disk", async () => {
  const disk = join(folder, "read-only");
  mkdirSync(disk);
  const args = ["--port", "0", "--links", `sqlite:${join(disk, "links.db")}`];
  if (!mayMount) chmodSync(disk, 0o555);
  const command = mayMount ? withOwnDisk(disk, `mount -o remount,ro '${disk}'`) : asNobody;
  await expect(program.start(args, { command })).rejects.toThrow(
    /^isoqr cannot start: opening the links in \S+ failed: (?:this user has no write permission|the file cannot be opened or created)$/,
  );
});
