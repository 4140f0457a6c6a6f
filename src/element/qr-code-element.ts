import type { OpenLogo } from "../adapters/canvas-logo.ts";
import { QrError } from "../errors.ts";
import { checkOptions, parseOptions, type RawOptions } from "../options/parse.ts";
import type { QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { encodeBase64 } from "../render/base64.ts";
import { drawPicture } from "../render/picture.ts";
import { observedAttributes, readAttributes } from "./attributes.ts";
import { shownColours } from "./colours.ts";
import { drawWithLogo, readLogo } from "./logos.ts";
import { namedParts, nodesOf } from "./markup.ts";
import { plainPicture } from "./plain-picture.ts";
import { adoptProperties, defineProperties, type OptionProperties } from "./properties.ts";
import { createQueue, type Queue } from "./queue.ts";
import { wearSheet } from "./sheets.ts";

/** Where there are no elements, as on a server, the class can be made all the same, and is never used. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & OptionProperties;

/** One for all elements of the page. */
let queue: Queue | undefined;

/** `<qr-code>`: the code of its `data`, or of the text in it, as an SVG. Attributes and properties are the options, as
 *  everywhere. `qr-render` tells of every new picture, `qr-error` of every fault, which is logged as a
 *  warning unless its default is prevented; the last picture stays.
 *
 *  For style sheets: `--qr-color` and `--qr-bg`, and the parts picture, background, modules, plate and logo. */
export class QrCodeElement extends Base {
  static readonly observedAttributes = observedAttributes;

  readonly #internals: Partial<ElementInternals>;
  readonly #root: ShadowRoot;
  readonly #slot: HTMLSlotElement;
  readonly #texts = new MutationObserver(() => this.#change());
  #picture: SVGElement | undefined;
  #copy: HTMLImageElement | undefined;
  #file: Blob | undefined;
  /** Counts changes, so that a logo that comes late is not drawn on another code. */
  #changes = 0;
  #drawn = -1;

  constructor() {
    super();
    // Imitations of browsers, in which components are tested, leave out what this class can do without.
    this.#internals = this.attachInternals?.() ?? {};
    // A server may have drawn the shadow already.
    this.#root = this.#internals.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.#slot = this.#root.querySelector("slot") ?? this.#root.appendChild(document.createElement("slot"));
    this.addEventListener("pointerenter", () => void this.#offerCopy());
  }

  /** Every option in effect: what is missing or wrong has its default. */
  get options(): QrOptions {
    return parseOptions(this.#words("svg")).options;
  }

  get logoFile(): Blob | undefined {
    return this.#file;
  }

  /** A logo that is no address, such as a chosen file. */
  set logoFile(file: Blob | null | undefined) {
    this.#file = file ?? undefined;
    this.#change();
  }

  /** The picture as it is shown, colours of style sheets included, as a file. Rejects with the QrError that `qr-error`
   *  tells of. */
  async toBlob(type: "png" | "svg" = "png"): Promise<Blob> {
    if (type !== "png" && type !== "svg") throw new QrError("INVALID_OPTION", 400, "type must be png or svg", "type");
    const { contentType, body } = await this.#pictureAs(type);
    return new Blob([body], { type: contentType });
  }

  /** Draws at once. Elements near the view do so by themselves. */
  draw(): void {
    const change = this.#changes;
    this.#drawn = change;
    try {
      const options = this.#checked("svg");
      const logo = readLogo(options, this.#file);
      // A logo may take its time and fail; a picture that is there stays until the next one is whole.
      if (!logo || !this.#picture) this.#show(plainPicture(options), options);
      if (!logo) this.dispatchEvent(new Event("qr-render", EVERYWHERE));
      else void this.#addLogo(logo, options, change);
    } catch (error) {
      this.#fail(error);
    }
  }

  connectedCallback(): void {
    adoptProperties(this);
    // It has its size before its picture, so that the page does not move, and what is far away is known to be.
    wearSheet(this.#root, this.size, this.ownerDocument);
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

  #words(format: "png" | "svg"): RawOptions {
    const words = { ...readAttributes(this), format };
    if (!this.#file) return words;
    // A logo asks for more error correction, wherever it comes from.
    return { ec: "H", ...words, logo: undefined, logoData: undefined };
  }

  /** The options, checked. Where the browser keeps the logo from the page, the code with room for it is shown first.
   *  @throws {QrError} */
  #checked(format: "png" | "svg"): QrOptions {
    const words = this.#words(format);
    if (!String(words.logo).startsWith("file:")) return checkOptions(words);
    const options = checkOptions({ ec: "H", ...words, logo: undefined });
    if (!this.#picture) this.#show(plainPicture(options), options);
    const rule =
      "logo cannot be fetched: browsers let no page that is opened as a file read others: use a data URI, or a server";
    throw new QrError("LOGO_UNREACHABLE", 502, rule, "logo");
  }

  async #addLogo(logo: Promise<OpenLogo>, options: QrOptions, change: number): Promise<void> {
    try {
      const opened = await logo;
      if (change !== this.#changes) return;
      this.#showLogo(options, opened);
      // What style sheets make of the colours is seen on the picture only, and the logo's edges have them, too.
      const { color = options.color, bg = options.bg } = this.#colours();
      if (color !== options.color || bg !== options.bg) {
        this.#showLogo(options, opened, { color, bg });
      }
      this.dispatchEvent(new Event("qr-render", EVERYWHERE));
    } catch (error) {
      if (change === this.#changes) this.#fail(error);
    }
  }

  async #pictureAs(format: "png" | "svg"): Promise<Picture> {
    const given = this.#checked(format);
    if (this.isConnected && this.#drawn !== this.#changes) this.draw();
    const logo = await readLogo(given, this.#file);
    // Only now the picture is sure to be that of these options.
    const options = { ...given, ...this.#colours() };
    return logo ? drawWithLogo(options, logo) : drawPicture(options);
  }

  /** What the page's style sheets make of the colours; nothing before there is a picture to look at. */
  #colours(): { readonly color?: string; readonly bg?: string } {
    return this.isConnected && this.#picture ? shownColours(this.#picture) : {};
  }

  #showLogo(options: QrOptions, logo: OpenLogo, colours: Partial<QrOptions> = {}): void {
    const { body } = drawWithLogo({ ...options, ...colours }, logo);
    this.#show(nodesOf(namedParts(String(body), options), options.title), options);
  }

  #show(picture: SVGElement, options: QrOptions): void {
    this.#copy?.remove();
    if (this.#picture) this.#picture.replaceWith(picture);
    else {
      // From now on one picture, whatever text stands in it.
      this.#internals.role = "img";
      // The place of the text stays where it is: browsers take long to find out anew what is in it.
      for (const node of [...this.#root.childNodes]) if (node !== this.#slot) node.remove();
      this.#root.prepend(picture);
    }
    this.#picture = picture;
    this.#internals.ariaLabel = options.title;
    wearSheet(this.#root, options.size, this.ownerDocument);
  }

  /** Puts the picture as a PNG, unseen, over the one that is seen, so that it can be dragged away, copied and saved as
   *  other images are. Made anew each time, for style sheets may have changed the colours. */
  async #offerCopy(): Promise<void> {
    const shown = this.#picture;
    if (!shown) return;
    try {
      const { body } = await this.#pictureAs("png");
      if (shown !== this.#picture) return;
      this.#copy ??= this.#createCopy();
      this.#copy.src = `data:image/png;base64,${encodeBase64(body as Uint8Array)}`;
      shown.after(this.#copy);
    } catch {
      // Told of when it was drawn.
    }
  }

  #createCopy(): HTMLImageElement {
    const copy = new Image();
    copy.alt = "";
    copy.addEventListener("dragstart", ({ dataTransfer, offsetX, offsetY }) => {
      if (this.#picture) dataTransfer?.setDragImage(this.#picture, offsetX, offsetY);
    });
    return copy;
  }

  #fail(error: unknown): void {
    const told = error instanceof QrError ? error : new QrError("INTERNAL", 500, "the code could not be drawn");
    const event = new CustomEvent("qr-error", { ...EVERYWHERE, cancelable: true, detail: told });
    // An empty place without a word would be hard to explain.
    if (this.dispatchEvent(event)) console.warn("<qr-code>:", told.message);
  }
}

const EVERYWHERE = { bubbles: true, composed: true };

if (globalThis.HTMLElement) defineProperties(QrCodeElement.prototype);
