import { readdirSync, readFileSync } from "node:fs";

/** The source of a page: a whole Markdown file, or a section of it. */
export interface Source {
  readonly file: string;
  readonly section?: string;
}

export interface Page {
  /** The name of the page's file, without the extension. */
  readonly name: string;
  readonly title: string;
  readonly sources: readonly Source[];
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

const readme = (section: string): Source => ({ file: "README.md", section });

/** Returns a page whose only source is `file`. */
const page = (name: string, title: string, file = `docs/${name}.md`): Page => ({ name, title, sources: [{ file }] });

/** Returns the pages of the guide in reading order. The quick start consists of sections from the README. */
export function guideGroups(root: URL): readonly Group[] {
  const start = ["Install", "Use it on a page", "Call the API", "Use the command line", "Work offline"];
  return [
    {
      title: "Get started",
      pages: [
        page("index", "Guide"),
        { name: "start", title: "Quick start", sources: [...start, "Status and license"].map(readme) },
      ],
    },
    {
      title: "Make codes",
      pages: [
        page("library", "Library"),
        page("payloads", "Payloads"),
        page("element", "Element and frameworks"),
        page("workers", "Workers"),
        page("strict-csp", "Strict CSP"),
        page("toolchains", "Toolchains"),
        page("lists", "Codes from lists"),
        page("cli", "Command line"),
        page("options", "Options"),
        page("designs", "Designs"),
        page("picture-codes", "Picture codes"),
        page("print", "Print"),
      ],
    },
    {
      title: "Check codes",
      pages: [
        page("validation", "Validation"),
        page("scan", "Read your grade"),
        page("reports", "Reports"),
        page("scan-method", "How scan checks work"),
        page("scan-lab", "Scan lab"),
      ],
    },
    {
      title: "HTTP API",
      pages: [
        page("http-api", "HTTP API"),
        page("reference", "All operations"),
        page("client", "JavaScript client"),
        page("share-pages", "Share pages"),
        page("social-cards", "Social cards"),
        page("mcp", "MCP"),
      ],
    },
    {
      title: "Without a server",
      pages: [page("offline", "Offline"), page("static-hosting", "Static hosting")],
    },
    {
      title: "Run a server",
      pages: [
        page("server", "Run a server"),
        page("settings", "Settings"),
        page("deploy", "Self-hosting", "docs/deploy/README.md"),
        ...deployPages(root),
      ],
    },
    {
      title: "Migrate",
      pages: [
        page("comparison", "Comparison"),
        page("drop-in", "Compatible URLs"),
        page("from-goqr", "From goQR.me", "docs/migrate/goqr.md"),
        page("from-google-charts", "From Google Charts", "docs/migrate/google-charts.md"),
        page("from-quickchart", "From QuickChart", "docs/migrate/quickchart.md"),
        page("from-qrcode", "From qrcode", "docs/migrate/qrcode.md"),
        page("from-qr-code-styling", "From qr-code-styling", "docs/migrate/qr-code-styling.md"),
        page("from-libraries", "From other libraries", "docs/migrate/qr-libraries.md"),
      ],
    },
    {
      title: "Project",
      pages: [
        page("performance", "Performance"),
        page("measurements", "Measurements"),
        page("decisions", "Decisions"),
        page("changes", "Changes", "CHANGELOG.md"),
        page("security", "Security", "SECURITY.md"),
        page("contributing", "Contributing", "CONTRIBUTING.md"),
        page("builds", "Builds and the package"),
        page("tools", "Tests and tools"),
      ],
    },
  ];
}

/** Returns a page for each file in docs/deploy except README.md. The title of the page is the title of the file. */
function deployPages(root: URL): Page[] {
  const folder = new URL("docs/deploy/", root);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => {
      const title = /^# (.+)$/m.exec(readFileSync(new URL(name, folder), "utf8"))?.[1] ?? name;
      return page(`deploy-${name.replace(/\.md$/, "").toLowerCase()}`, title, `docs/deploy/${name}`);
    });
}
