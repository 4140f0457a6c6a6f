import { readdirSync, readFileSync } from "node:fs";

/** Where the words of a page come from: a Markdown file, or the part of one below a heading. */
export interface Source {
  readonly file: string;
  readonly section?: string;
}

export interface Page {
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly sources: readonly Source[];
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

const readme = (section: string): Source => ({ file: "README.md", section });
const file = (path: string): Source => ({ file: path });

/** The pages of the guide in the order in which they are read. What the README says already is taken from there. */
export function guideGroups(root: URL): readonly Group[] {
  return [
    {
      title: "Begin",
      pages: [
        { name: "index", title: "Guide", sources: [file("docs/guide/index.md")] },
        { name: "start", title: "Quick start", sources: [file("docs/guide/start.md")] },
      ],
    },
    {
      title: "Use it",
      pages: [
        {
          name: "http",
          title: "Over HTTP",
          sources: ["Over HTTP", "In a page or in Markdown", "Many at once", "Short links"].map(readme),
        },
        { name: "client", title: "From JavaScript", sources: [readme("From JavaScript")] },
        { name: "library", title: "As a library", sources: ["As a library", "In another server"].map(readme) },
        { name: "element", title: "As an element", sources: [readme("As an element")] },
        {
          name: "workers",
          title: "In workers, on strict pages",
          sources: ["In workers", "On strict pages"].map(readme),
        },
        { name: "offline", title: "Offline", sources: [readme("Without a network"), file("docs/offline.md")] },
        { name: "cli", title: "Command line", sources: [readme("On the command line"), file("docs/cli.md")] },
        { name: "mcp", title: "For agents", sources: [readme("For agents"), file("docs/guide/mcp.md")] },
        { name: "payloads", title: "WiFi, contacts, payments", sources: [readme("Texts that phones understand")] },
        { name: "cards", title: "Social cards", sources: [readme("Social cards")] },
      ],
    },
    {
      title: "Look it up",
      pages: [
        { name: "options", title: "Options", sources: [readme("Options")] },
        { name: "reference", title: "API reference", sources: [file("docs/guide/reference.md")] },
        { name: "scan", title: "The scan grade", sources: [readme("Will it scan?"), file("docs/scan.md")] },
      ],
    },
    {
      title: "Come over",
      pages: [
        { name: "drop-in", title: "Change the host only", sources: [file("docs/drop-in.md")] },
        { name: "from-goqr", title: "From goQR.me", sources: [file("docs/guide/from-goqr.md")] },
        {
          name: "from-google-charts",
          title: "From Google Charts",
          sources: [file("docs/guide/from-google-charts.md")],
        },
        { name: "from-quickchart", title: "From QuickChart", sources: [file("docs/guide/from-quickchart.md")] },
        { name: "from-qrcode", title: "From qrcode", sources: [file("docs/guide/from-qrcode.md")] },
        {
          name: "from-qr-code-styling",
          title: "From qr-code-styling",
          sources: [file("docs/guide/from-qr-code-styling.md")],
        },
      ],
    },
    {
      title: "Run it",
      pages: [
        {
          name: "deployment",
          title: "Deployment",
          sources: [file("docs/deploy/README.md"), file("docs/guide/deployment.md"), readme("Settings of the server")],
        },
        ...deployPages(root),
      ],
    },
    {
      title: "Know it",
      pages: [
        { name: "comparison", title: "Beside others", sources: [file("docs/guide/comparison.md")] },
        { name: "performance", title: "Performance", sources: [readme("Performance")] },
        { name: "decisions", title: "How it was decided", sources: [file("docs/decisions.md")] },
        { name: "changes", title: "Changes", sources: [file("CHANGELOG.md")] },
        { name: "security", title: "Security", sources: [file("SECURITY.md")] },
        { name: "contributing", title: "Contributing", sources: [file("CONTRIBUTING.md")] },
      ],
    },
  ];
}

/** A page for every other file of docs/deploy, by its own title. */
function deployPages(root: URL): Page[] {
  const folder = new URL("docs/deploy/", root);
  return listed(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => {
      const title = /^# (.+)$/m.exec(readFileSync(new URL(name, folder), "utf8"))?.[1] ?? name;
      return {
        name: `deploy-${name.replace(/\.md$/, "").toLowerCase()}`,
        title,
        sources: [file(`docs/deploy/${name}`)],
      };
    });
}

function listed(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
