import { encodeBase64 } from "../base64.ts";
import { messageOf, QrError } from "../errors.ts";
import type { OpenLogo } from "../logo/host/canvas.ts";
import { formats, type ImageFormat, imageFormats } from "../options/formats.ts";
import { checkOptions, parseOptions, type RawOptions } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { imageWriters } from "../render/formats.ts";
import {
  adoptProperties,
  attributeOf,
  defineProperties,
  type OptionProperties,
  observedAttributes,
  readAttributes,
} from "./attributes.ts";
import { drawWithLogo, readLogo } from "./logos.ts";
import { adoptSheet, namedParts, nodesOf, plainPicture, shownColors } from "./markup.ts";
import { createQueue, type Queue } from "./queue.ts";

/** On a server, where there is no HTMLElement, the class can still be defined; it is never used there. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & OptionProperties;

/** Shared by all elements of the page. */
let queue: Queue | undefined;

/** `<qr-code>`: draws its `data`, or the text inside it, as an SVG. Attributes and properties are the options. `qr-render`
 *  fires after each render; `qr-error` fires on each error, which is also logged as a warning unless its default is
 *  prevented, and the last picture stays.
 *
 *  Style sheets can set `--qr-color` and `--qr-bg`, and style the parts picture, background, modules, plate and logo. */
export class QrCodeElement extends Base {
  static readonly observedAttributes = observedAttributes;

  readonly #internals: Partial<ElementInternals>;
  readonly #root: ShadowRoot;
  readonly #slot: HTMLSlotElement;
  readonly #texts = new MutationObserver(() => this.#change());
  #picture: SVGElement | undefined;
  #copy: HTMLImageElement | undefined;
  #file: Blob | undefined;
  /** Counts changes, so that a logo that loads late is not drawn on another code. */
  #changes = 0;
  #drawn = -1;

  constructor() {
    super();
    // Emulated DOMs, in which components are tested, lack some of what this class can do without.
    this.#internals = this.attachInternals?.() ?? {};
    // A declarative shadow root may be there already.
    this.#root = this.#internals.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.#slot = this.#root.querySelector("slot") ?? this.#root.appendChild(document.createElement("slot"));
    this.addEventListener("pointerenter", () => void this.#offerCopy());
  }

  /** All options in effect: missing and invalid ones have their defaults. */
  get options(): QrOptions {
    return parseOptions(this.#words("svg")).options;
  }

  get logoFile(): Blob | undefined {
    return this.#file;
  }

  /** A logo as a file, such as one that was chosen or dropped. */
  set logoFile(file: Blob | null | undefined) {
    this.#file = file ?? undefined;
    this.#change();
  }

  /** Resolves to the picture as displayed, as a file. Rejects with the QrError that `qr-error` carries. */
  async toBlob(type: ImageFormat = "png"): Promise<Blob> {
    if (!imageFormats.includes(type)) {
      throw new QrError("INVALID_OPTION", 400, `must be ${imageFormats.join(" or ")}`, "type");
    }
    const { contentType, body } = await this.#pictureAs(type);
    return new Blob([body], { type: contentType });
  }

  /** Draws immediately. Elements near the viewport draw automatically. */
  draw(): void {
    const change = this.#changes;
    this.#drawn = change;
    try {
      const options = this.#checked("svg");
      const logo = readLogo(options, this.#file);
      // A logo takes time and can fail: the current picture stays until the next one is complete.
      if (!logo || !this.#picture) this.#show(plainPicture(options), options);
      if (!logo) this.dispatchEvent(new Event("qr-render", EVERYWHERE));
      else void this.#addLogo(logo, options, change);
    } catch (error) {
      this.#fail(error);
    }
  }

  connectedCallback(): void {
    adoptProperties(this);
    // The size comes before the picture, so that the page does not shift and the observer knows what is far away.
    adoptSheet(this.#root, this.size, this.ownerDocument);
    queue ??= createQueue();
    queue.watch(this);
    this.#texts.observe(this, { characterData: true, childList: true, subtree: true });
    if (this.#drawn !== this.#changes) queue.add(this);
  }

  disconnectedCallback(): void {
    queue?.leave(this);
    this.#texts.disconnect();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after) this.#change();
  }

  #change(): void {
    this.#changes++;
    if (this.isConnected) queue?.add(this);
  }

  #words(format: ImageFormat): RawOptions {
    const words = { ...readAttributes(this), format };
    if (!this.#file) return words;
    // A logo needs more error correction, wherever it comes from.
    return { ec: "H", ...words, logo: undefined, logoData: undefined };
  }

  /** Returns the checked options. Where the browser withholds the logo from the page, first shows the code with room for it.
   *  @throws {QrError} */
  #checked(format: ImageFormat): QrOptions {
    const words = this.#words(format);
    if (!String(words.logo).startsWith("file:")) return checkOptions(words);
    const options = checkOptions({ ec: "H", ...words, logo: undefined });
    if (!this.#picture) this.#show(plainPicture(options), options);
    const rule =
      "cannot be fetched: browsers let no page that is opened as a file read others: use a data URI, or a server";
    throw new QrError("LOGO_UNREACHABLE", 502, rule, "logo");
  }

  async #addLogo(logo: Promise<OpenLogo>, options: QrOptions, change: number): Promise<void> {
    try {
      const opened = await logo;
      if (change !== this.#changes) return;
      this.#showLogo(options, opened);
      // Colors of style sheets are known only from the picture, and the edges of the logo blend with them.
      const { color = options.color, bg = options.bg } = this.#colors();
      if (color !== options.color || bg !== options.bg) {
        this.#showLogo(options, opened, { color, bg });
      }
      this.dispatchEvent(new Event("qr-render", EVERYWHERE));
    } catch (error) {
      if (change === this.#changes) this.#fail(error);
    }
  }

  async #pictureAs(format: ImageFormat): Promise<Picture> {
    const given = this.#checked(format);
    if (this.isConnected && this.#drawn !== this.#changes) this.draw();
    const logo = await readLogo(given, this.#file);
    // Only now is the picture certain to be that of these options.
    const options = { ...given, ...this.#colors() };
    const body = logo ? drawWithLogo(format, options, logo) : imageWriters[format].draw(options);
    return { contentType: formats[format].contentType, body };
  }

  /** Returns the colors that the page's style sheets set; none before there is a picture. */
  #colors(): { readonly color?: string; readonly bg?: string } {
    return this.isConnected && this.#picture ? shownColors(this.#picture) : {};
  }

  #showLogo(options: QrOptions, logo: OpenLogo, colors: Partial<QrOptions> = {}): void {
    const svg = drawWithLogo("svg", { ...options, ...colors }, logo);
    this.#show(nodesOf(namedParts(String(svg), options), options.title), options);
  }

  #show(picture: SVGElement, options: QrOptions): void {
    this.#copy?.remove();
    if (this.#picture) this.#picture.replaceWith(picture);
    else {
      // From now on a single picture, whatever the text inside.
      this.#internals.role = "img";
      // The slot stays in place: browsers take long to assign its nodes again.
      for (const node of [...this.#root.childNodes]) if (node !== this.#slot) node.remove();
      this.#root.prepend(picture);
    }
    this.#picture = picture;
    this.#internals.ariaLabel = options.title;
    adoptSheet(this.#root, options.size, this.ownerDocument);
  }

  /** Lays an invisible PNG over the picture, so that it can be dragged, copied and saved like other images. Drawn on each
   *  visit of the pointer, because style sheets may have changed the colors. */
  async #offerCopy(): Promise<void> {
    const shown = this.#picture;
    if (!shown) return;
    try {
      const { body } = await this.#pictureAs("png");
      if (shown !== this.#picture) return;
      if (!this.#copy) {
        this.#copy = new Image();
        this.#copy.alt = "";
        this.#copy.addEventListener("dragstart", ({ dataTransfer, offsetX, offsetY }) => {
          if (this.#picture) dataTransfer?.setDragImage(this.#picture, offsetX, offsetY);
        });
      }
      this.#copy.src = `data:image/png;base64,${encodeBase64(body as Uint8Array)}`;
      shown.after(this.#copy);
    } catch {
      // Already reported when it was drawn.
    }
  }

  #fail(error: unknown): void {
    const told = error instanceof QrError ? error : new QrError("INTERNAL", 500, "the code could not be drawn");
    const event = new CustomEvent("qr-error", { ...EVERYWHERE, cancelable: true, detail: told });
    // Without a warning, an empty element would be hard to explain.
    if (this.dispatchEvent(event)) console.warn("<qr-code>:", messageOf(told, attributeOf));
  }
}

const EVERYWHERE = { bubbles: true, composed: true };

if (globalThis.HTMLElement) defineProperties(QrCodeElement.prototype);
