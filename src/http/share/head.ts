import type { Payload } from "../../payload/payload.ts";
import { escapeHtml, HIDDEN } from "../markup.ts";
import type { ShareText } from "./text.ts";

/** The icon of share pages: a finder pattern. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 7 7'%3E%3Cpath fill='%23777' fill-rule='evenodd' d='M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2z'/%3E%3C/svg%3E";

export interface LinkHead {
  readonly id: string;
  /** The public URL of the service, without a trailing slash. */
  readonly base: string;
}

/** Returns the HTML of the title, the meta tags for previews and search engines, and the icon. */
export function headOf(payload: Payload, link: LinkHead, texts: ShareText): string {
  const { id, base } = link;
  const title = payload.kind === "text" ? texts.code : texts.pageTitle(shortened(payload.title), payload.label);
  const about = texts.kinds[payload.kind]?.description ?? "";
  const picture = previewPicture(payload, link, texts);
  const tags: readonly (readonly [string, string, string])[] = [
    ["name", "robots", "noindex"],
    ["name", "referrer", "no-referrer"],
    ["name", "description", about],
    ["property", "og:type", "website"],
    ["property", "og:site_name", "isoqr"],
    ["property", "og:title", title],
    ["property", "og:description", about],
    ["property", "og:url", `${base}/i/${id}`],
    ["property", "og:image", picture.address],
    ["property", "og:image:width", String(picture.width)],
    ["property", "og:image:height", String(picture.height)],
    ["property", "og:image:alt", picture.alt],
    ["name", "twitter:card", picture.card],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...tags.map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(content)}">`),
    `<link rel="icon" href="${ICON}">`,
  ].join("\n");
}

/** Returns the URL, size and description of the image that chats and social networks show with the link. */
function previewPicture({ kind, title }: Payload, { id, base }: LinkHead, texts: ShareText) {
  // The QR code on the card opens the page, so that the URL of the card does not contain the data.
  const heading = encodeURIComponent(shortened(title).replace(/[\p{Cc}\p{Cs}\p{Cn}\p{Z}]+/gu, " "));
  const address = `${base}/api/og?link=${id}${kind === "text" ? "" : `&title=${heading}`}`;
  const alt = kind === "text" ? texts.pictureAltWithoutTitle : texts.pictureAlt(shortened(title));
  return { address, width: 1200, height: 630, alt, card: "summary_large_image" };
}

/** Returns `title` without HIDDEN characters, cut to at most 100 characters, including an ellipsis. */
function shortened(title: string): string {
  const characters = [...title.replace(HIDDEN, "")];
  return (characters.length > 100 ? [...characters.slice(0, 99), "…"] : characters).join("");
}
