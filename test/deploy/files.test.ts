import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { validate } from "dockerfile-utils";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { OLDEST } from "../../src/adapters/package-file.ts";
import { startServer } from "../../src/runtime/node.ts";
import { settings, variableOf } from "../../src/runtime/settings-table.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(join(root, name), "utf8");
const folder = mkdtempSync(join(tmpdir(), "isoqr-deploy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const known = new Set(["NODE_ENV", ...Object.keys(settings).map(variableOf)]);
const manifest = JSON.parse(read("package.json"));

describe("the Dockerfile", () => {
  const text = read("Dockerfile");
  /** The instructions of the last stage, with continuation lines joined. */
  const stage = text
    .replace(/\\\n\s*/g, "")
    .split(/^FROM .*$/m)
    .at(-1);
  const instruction = (name: string) => new RegExp(`^${name} (.*)$`, "m").exec(stage ?? "")?.[1] ?? "";

  test("the Dockerfile passes a third-party validator", () => {
    expect(validate(text)).toEqual([]);
    // Proves that the validator detects errors.
    expect(validate("FROM node\nRUM npm ci\n")).not.toEqual([]);
  });

  test("pins the base image by version and digest, and sets an unprivileged user by number", () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images).toHaveLength(2);
    expect(new Set(images).size).toBe(1);
    for (const image of images) expect(image).toMatch(/^node:\d+-[a-z]+-slim@sha256:[0-9a-f]{64}$/);
    expect(instruction("USER")).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(text).toContain(`COPY --from=build --chown=${instruction("USER")} /data /data`);
    expect(instruction("CMD")).toBe('["node", "dist/serve.js"]');
  });

  test("the Dockerfile sets only known settings", () => {
    const set = [...instruction("ENV").matchAll(/(\w+)=/g)].map(([, name]) => name);
    expect(set).toEqual(["NODE_ENV", "HOST", "PORT", "LINKS"]);
    expect(set.filter((name) => !known.has(name ?? ""))).toEqual([]);
  });

  test("the health check of the image works", async () => {
    const [program, ...args]: string[] = JSON.parse(/CMD (\[.*\])/.exec(instruction("HEALTHCHECK"))?.[1] ?? "[]");
    expect(program).toBe("node");
    const server = await startServer({ port: 0, host: "127.0.0.1" });
    const env = { PORT: new URL(server.url).port };
    const ask = () => promisify(execFile)(process.execPath, args, { env });
    await expect(ask()).resolves.toMatchObject({ stderr: "" });
    await server.close();
    await expect(ask()).rejects.toMatchObject({ code: 1 });
  });

  test("the image keeps only the packages that a server can use", () => {
    cpSync(join(root, "package.json"), join(folder, "package.json"));
    execFileSync(process.execPath, [join(root, "scripts/image-packages.mjs")], { cwd: folder });
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(devDependencies).toBeUndefined();
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(Object.keys(OLDEST)));
    for (const name of ["react", "svelte", "vue"]) expect(manifest.peerDependencies).toHaveProperty(name);
    expect(Object.keys(dependencies)).toContain("@fontsource-variable/noto-sans-jp");
    for (const name of ["vite", "react", "svelte", "vue"]) expect(Object.keys(dependencies)).not.toContain(name);
  });
});

describe("the release workflow", () => {
  interface Job {
    readonly permissions: Readonly<Record<string, string>>;
    readonly needs?: string;
    readonly environment?: string;
    readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
  }
  const text = read(".github/workflows/release.yml");
  const { permissions, jobs }: { permissions: object; jobs: Record<string, Job> } = parse(text);
  const all = Object.values(jobs);
  const runs = ({ steps }: Job) => steps.map(({ run = "" }) => run).join("\n");

  test("grants no permissions by default, and each job names what it needs", () => {
    expect(permissions).toEqual({});
    expect(all.map((job) => job.permissions)).toEqual([
      { contents: "read" },
      { "id-token": "write" },
      { "id-token": "write" },
    ]);
  });

  test("grants the identity token only to jobs that do not run code of this repository or its dependencies", () => {
    const publishing = all.filter((job) => "id-token" in job.permissions);
    expect(publishing).toHaveLength(2);
    for (const job of publishing) {
      expect(job.environment).toBe("release");
      expect(job.steps[0]?.uses).toMatch(/^actions\/download-artifact@/);
      expect(job.steps.some(({ uses }) => uses?.startsWith("actions/checkout@"))).toBe(false);
      expect(runs(job)).not.toMatch(/\.ci\/run|npm (?:ci|install|run|test)|npm publish (?!.*--ignore-scripts)/);
    }
  });

  test("publishes the tested packages after the tests", () => {
    expect(runs(jobs.test as Job)).toMatch(/\.ci\/run\n(?:.*\n)*node scripts\/pack\.mjs packed\n/);
    expect(jobs.npm?.needs).toBe("test");
    expect(jobs.jsr?.needs).toBe("npm");
    expect(runs(jobs.npm as Job)).toContain("npm publish ./isoqr-*.tgz");
    expect(runs(jobs.jsr as Job)).toMatch(/npx --yes jsr@\d+\.\d+\.\d+ publish/);
  });

  test("the release workflow packs everything that the JSR manifest includes", () => {
    const included: readonly string[] = JSON.parse(read("jsr.json")).publish.include;
    const [, packed = ""] = /tar -czf packed\/jsr\.tar\.gz (.*)/.exec(runs(jobs.test as Job)) ?? [];
    const covers = (path: string) => packed.split(" ").includes(path.split("/")[0] ?? "");
    expect(included.filter((path) => !covers(path))).toEqual([]);
    expect(covers("jsr.json")).toBe(true);
  });
});

describe("the pages workflow", () => {
  interface Job {
    readonly permissions: Readonly<Record<string, string>>;
    readonly needs?: string;
    readonly steps: readonly {
      readonly uses?: string;
      readonly run?: string;
      readonly with?: { readonly path?: string };
    }[];
  }
  const { permissions, jobs }: { permissions: object; jobs: { readonly build: Job; readonly deploy: Job } } = parse(
    read(".github/workflows/pages.yml"),
  );

  test("builds with the commands of docs/static-hosting.md, and uploads their output", () => {
    const commands = jobs.build.steps.flatMap(({ run }) => (run === undefined ? [] : [run.replace(/ --\S+/g, "")]));
    expect(read("docs/static-hosting.md")).toContain(`\n${commands.join(" && ")}\n`);
    expect(jobs.build.steps.at(-1)?.with?.path).toBe("dist/demo");
    for (const command of commands.slice(1)) expect(manifest.scripts).toHaveProperty([command.replace("npm run ", "")]);
  });

  test("grants write access only to the job that deploys, which runs no code of this repository", () => {
    expect(permissions).toEqual({});
    expect(jobs.build.permissions).toEqual({ contents: "read" });
    expect(jobs.deploy.permissions).toEqual({ pages: "write", "id-token": "write" });
    expect(jobs.deploy.needs).toBe("build");
    expect(jobs.deploy.steps.map(({ uses, run }) => [uses?.replace(/@.*/, ""), run])).toEqual([
      ["actions/deploy-pages", undefined],
    ]);
  });

  test("the pages workflow contains no repository name and no URL", () => {
    expect(read(".github/workflows/pages.yml")).not.toMatch(/https?:|github\.io/);
  });
});

test.each(["release", "pages"])("the %s workflow pins every action by commit, with its tag in a comment", (name) => {
  const uses = [...read(`.github/workflows/${name}.yml`).matchAll(/uses: (.*)$/gm)].map(([, action]) => action);
  expect(uses.length).toBeGreaterThan(3);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test("the docs name only known settings", () => {
  for (const page of ["README", "one-machine", "many"]) {
    const blocks = [...read(`docs/deploy/${page}.md`).matchAll(/^```\w*\n(.*?)^```/gms)]
      .map(([, code]) => code)
      .join("");
    const set = [...blocks.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = ""]) => name);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  }
});

test("the documented update leaves no files of the old version, and keeps the old version", () => {
  const opt = join(folder, "opt");
  const build = join(folder, "build");
  for (const [place, file] of [
    [join(opt, "isoqr"), "old.js"],
    [build, "new.js"],
  ] as const) {
    for (const part of ["dist", "node_modules"]) mkdirSync(join(place, part), { recursive: true });
    writeFileSync(join(place, "dist", file), "");
    writeFileSync(join(place, "package.json"), "{}");
  }
  const [, commands = ""] =
    /^ {3}```sh\n( {3}sudo rm -rf .*?)^ {3}```/ms.exec(read("docs/deploy/one-machine.md")) ?? [];
  const lines = commands.split("\n").filter((line) => !line.includes("systemctl"));
  const script = lines
    .map((line) =>
      line
        .trim()
        .replace(/^sudo /, "")
        .replaceAll("/opt/", `${opt}/`),
    )
    .join("\n");
  execFileSync("sh", ["-ec", script], { cwd: build });
  expect(readdirSync(join(opt, "isoqr/dist"))).toEqual(["new.js"]);
  expect(readdirSync(join(opt, "isoqr.old/dist"))).toEqual(["old.js"]);
  expect(readdirSync(opt).sort()).toEqual(["isoqr", "isoqr.old"]);
});

describe("the systemd unit", () => {
  const unit = read("docs/deploy/isoqr.service");

  test("the systemd unit sets only known settings, and has a writable directory", () => {
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = ""]) => words.split(" "));
    expect(set.map((word) => word.split("=")[0]).filter((name) => !known.has(name ?? ""))).toEqual([]);
    expect(unit).toMatch(/^StateDirectory=isoqr$/m);
    expect(unit).toMatch(/^DynamicUser=yes$/m);
    expect(unit).toMatch(/^User=isoqr$/m);
  });

  test("limits memory and threads, and kills only the process that exceeds its memory", () => {
    expect(unit).toMatch(/^MemoryMax=\d+G$/m);
    expect(unit).toMatch(/^MemorySwapMax=0$/m);
    expect(unit).toMatch(/^OOMPolicy=continue$/m);
    expect(unit).toMatch(/^TasksMax=\d+$/m);
  });

  test("passes systemd-analyze verify, if that is installed", () => {
    const path = join(folder, "isoqr.service");
    writeFileSync(path, unit.replace("/usr/bin/node", process.execPath));
    const { error, stderr, status } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    if (error) expect(error).toMatchObject({ code: "ENOENT" });
    else expect([stderr, status]).toEqual(["", 0]);
  });
});
