/** Returns the attributes of all elements with the given local name. */
export function elements(xml: string, name: string): Readonly<Record<string, string | undefined>>[] {
  return [...tags(xml)]
    .filter((tag) => tag.name === name && tag.closes !== "end")
    .map(({ attributes }) => attributes());
}

/** Yields the tags of XML without comments, with local names. */
export function* tags(xml: string) {
  for (const match of xml.matchAll(/<(\/?)([\w.:-]+)([^<>\w.:-][^<>]*)?>/g)) {
    const [whole, slash = "", name = "", rest = ""] = match;
    yield {
      name: localName(name),
      closes: slash ? ("end" as const) : rest.endsWith("/") ? ("self" as const) : undefined,
      attributes: () => attributesIn(rest),
      /** The index after the tag. */
      end: match.index + whole.length,
    };
  }
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Maximum length of the attributes of a tag. */
const MAX_ATTRIBUTES = 2_000;

function attributesIn(text: string): Readonly<Record<string, string | undefined>> {
  const found: Record<string, string> = {};
  for (const [, name = "", double, single] of text
    .slice(0, MAX_ATTRIBUTES)
    .matchAll(/\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found[localName(name)] = unescaped(double ?? single ?? "");
  }
  return found;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
