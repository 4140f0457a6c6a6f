import { QrError } from "../errors.ts";
import { didYouMean } from "../messages/developer-rules.ts";
import { messageOf } from "../messages/message.ts";
import { formats, type ImageFormat, imageFormats } from "../options/formats.ts";
import { levelOf, logoOf } from "../options/logo.ts";
import { checkOptions, parseOptions, type RawOptions } from "../options/parse.ts";
import { freeTable, type QrOptions } from "../options/table.ts";
import type { Picture } from "../picture.ts";
import { atMost } from "../render/at-most.ts";
import { planOf } from "../render/plan.ts";
import { isPlain } from "../render/styles.ts";
import { paintSvg } from "../render/svg.ts";
import { bodyOf, type SvgDocument } from "../svg.ts";
import { encodeBase64 } from "../text/base64.ts";
import {
  adoptProperties,
  attributeOf,
  defineProperties,
  meantBy,
  type OptionProperties,
  observedAttributes,
  readAttributes,
} from "./attributes.ts";
import type { Draw, ShowDraft } from "./logos.ts";
import { adoptSheet, createCopy, namedParts, nodesOf, plainPicture, shownColors } from "./markup.ts";
import { createQueue, type Queue } from "./queue.ts";

const IMAGE_TYPE = "{field} must be {types}";
export const FILE = "{field} must be a File or Blob";
export const FILE_AS_TEXT = "{field} must be a File or Blob, set as a property: an attribute holds only text";
const PAGE_FROM_FILE =
  "{field} cannot be fetched by a page opened as a file: serve the page over HTTP, or use a data URI";
const NOT_DRAWN = "the code could not be drawn";

/** Maximum size in pixels of the PNG over the picture. Pages keep it decoded in memory, where 2048 pixels take 16 MB. */
const MAX_COPY = 2048;

/** A placeholder for servers, which have no HTMLElement. The class can be defined there, but not used. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & OptionProperties;

/** All elements of the page share the queue. */
let queue: Queue<QrCodeElement> | undefined;

/** `<qr-code>`, a custom element that draws its `data` as an SVG. The default `data` is the text inside the element.
 *  All options except `format` are attributes and properties.
 *
 *  `qr-render` fires after each render. `qr-error` fires after each error, with a QrError as its `detail`. Until the
 *  next render, the element has the state `error`, and keeps its last picture unless `clearOnError` is set. The element
 *  shows the error and logs a warning, unless `preventDefault()` is called.
 *
 *  Style sheets can set `--qr-color` and `--qr-bg`, and select the parts `picture`, `background`, `modules`, `logo` and
 *  `error` with `::part()`.
 *
 *  @example <qr-code data="https://example.com" size="300" dot-style="rounded"></qr-code> */
export class QrCodeElement extends Base {
  static readonly observedAttributes = observedAttributes;

  readonly #internals: Partial<ElementInternals>;
  readonly #root: ShadowRoot;
  readonly #slot: HTMLSlotElement;
  readonly #texts = new MutationObserver(() => this.#change());
  #picture: SVGElement | undefined;
  /** Whether the text of the picture's caption is still missing. If the caption turns out to be invalid, the picture is
   *  removed. */
  #isDraft = false;
  #copy: HTMLImageElement | undefined;
  #file: Blob | undefined;
  /** Number of changes so far. If it grows while a logo is loading, that logo belongs to an earlier code and is not drawn. */
  #changes = 0;
  #drawn = -1;
  #settled = -1;
  /** The message of the last failure; empty after a render. Prevents logging the same message twice. */
  #error = "";
  #note: HTMLElement | undefined;
  /** The attributes about which a warning was logged. */
  readonly #warned = new Set<string>();

  constructor() {
    super();
    // Emulated DOMs for component tests lack this method.
    this.#internals = this.attachInternals?.() ?? {};
    // A server may have rendered a declarative shadow root.
    this.#root = this.#internals.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.#slot = this.#root.querySelector("slot") ?? this.#root.appendChild(document.createElement("slot"));
    this.addEventListener("pointerenter", () => void this.#offerCopy());
  }

  /** All options in effect. Missing and invalid options have their defaults. */
  get options(): QrOptions {
    return parseOptions(this.#inputFor("svg"), freeTable).options;
  }

  /** The logo as a file, for example one that the user chose or dropped. It wins over `logo` and `logoData`. */
  get logoFile(): Blob | undefined {
    return this.#file;
  }

  set logoFile(file: Blob | null | undefined) {
    this.#file = file ?? undefined;
    this.#change();
  }

  /** Whether the element has drawn its options, or reported that it cannot, and has dispatched the event. Like `complete` of
   *  an image. */
  get complete(): boolean {
    return this.#settled === this.#changes;
  }

  /** Resolves to the picture in the displayed colours: as a PNG of `size` x `size` pixels (default) or as an SVG.
   *  `type` can also be a media type. Rejects with a QrError if `type` is not supported, or if the picture cannot be drawn, as
   *  reported by `qr-error`.
   *  @example link.href = URL.createObjectURL(await element.toBlob("svg")); */
  async toBlob(type: ImageFormat | "image/png" | "image/svg+xml" = "png"): Promise<Blob> {
    const format = imageFormats.find((name) => name === type || formats[name].contentType === type);
    if (!format)
      throw new QrError("INVALID_OPTION", {
        field: "type",
        rule: IMAGE_TYPE,
        values: { types: imageFormats.join(" or ") },
      });
    const { contentType, body } = await this.#pictureAs(format);
    return new Blob([body], { type: contentType });
  }

  /** Draws immediately. Without this call, the element draws when it comes near the viewport. */
  draw(): void {
    const change = this.#changes;
    this.#drawn = change;
    this.#warn();
    try {
      const options = this.#checked("svg");
      // A logo takes time to load and can fail, so the current picture stays until the next one is complete.
      const isComplete = isPlain(options) && !needsLogo(options, this.#file);
      if (isPlain(options) && (isComplete || !this.#picture)) this.#show(plainPicture(options), options);
      if (isComplete) this.#finish();
      else void this.#addLogo(options, change);
    } catch (error) {
      this.#fail(error);
    }
  }

  connectedCallback(): void {
    adoptProperties(this);
    // Set before drawing. Otherwise, the layout would shift later, and the observer would find elements nearer to the viewport
    // than they will be.
    adoptSheet(this.#root, this.options, this.ownerDocument);
    queue ??= createQueue((element) => {
      // toBlob() may have drawn the change already.
      if (element.#drawn !== element.#changes) element.draw();
    });
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

  #inputFor(format: ImageFormat): RawOptions {
    const input: RawOptions = { ...readAttributes(this), format };
    if (!this.#file) return input;
    // A logo file needs as much error correction as other logos.
    return { ...input, ec: levelOf(input.ec, this.#file), logo: undefined, logoData: undefined };
  }

  /** Returns the checked options. If the logo is a local file, which browsers do not allow pages to read, shows the code
   *  without the logo and throws.
   *  @throws {QrError} INVALID_OPTION, DATA_MISSING, DATA_TOO_LONG or LOGO_UNREACHABLE. */
  #checked(format: ImageFormat): QrOptions {
    // A framework may set the attribute instead of the property, which would otherwise fail silently.
    const isText = this.#file === undefined && (this.hasAttribute("logo-file") || this.hasAttribute("logofile"));
    if (isText || (this.#file !== undefined && !(this.#file instanceof Blob))) {
      throw new QrError("INVALID_OPTION", { field: "logoFile", rule: isText ? FILE_AS_TEXT : FILE });
    }
    const input = this.#inputFor(format);
    if (!String(input.logo).startsWith("file:")) return checkOptions(input, freeTable);
    const options = checkOptions({ ...input, ec: levelOf(input.ec, input.logo), logo: undefined }, freeTable);
    if (!this.#picture && isPlain(options)) this.#show(plainPicture(options), options);
    throw new QrError("LOGO_UNREACHABLE", { field: "logo", rule: PAGE_FROM_FILE });
  }

  async #addLogo(options: QrOptions, change: number): Promise<void> {
    try {
      // Fonts take time to load, so the code and its frame appear before their caption.
      const early = (draft: Draw) =>
        change === this.#changes && !this.#picture && this.#showLogo(options, draft, {}, true);
      const draw = await drawerFor(options, this.#file, early);
      if (change !== this.#changes) return;
      this.#showLogo(options, draw);
      // The edges of the logo must blend with the displayed colours. Style sheets can change these, so they are known only
      // after the first picture is displayed.
      const { color = options.color, bg = options.bg } = this.#colors();
      if (color !== options.color || bg !== options.bg) {
        this.#showLogo(options, draw, { color, bg });
      }
      this.#finish();
    } catch (error) {
      if (change === this.#changes) this.#fail(error);
    }
  }

  /** Draws the picture in the displayed colours, with a size of at most `most` pixels. */
  async #pictureAs(format: ImageFormat, most = Number.POSITIVE_INFINITY): Promise<Picture> {
    const checked = atMost(this.#checked(format), most);
    if (this.isConnected && this.#drawn !== this.#changes) this.draw();
    const draw = await drawerFor(checked, this.#file);
    // Reads the colours last, when the displayed picture matches the options.
    return { contentType: formats[format].contentType, body: bodyOf(draw({ ...checked, ...this.#colors() })) };
  }

  /** Returns the displayed colours, which style sheets can change. Returns no colours before there is a picture. */
  #colors(): { readonly color?: string; readonly bg?: string } {
    return this.isConnected && this.#picture ? shownColors(this.#picture) : {};
  }

  #showLogo(options: QrOptions, draw: Draw, colors: Partial<QrOptions> = {}, isDraft = false): void {
    const svg = draw({ ...options, ...colors }) as SvgDocument;
    this.#show(nodesOf(namedParts(svg, options)), options, isDraft);
  }

  #show(picture: SVGElement, options: QrOptions, isDraft = false): void {
    this.#copy?.remove();
    if (this.#picture) this.#picture.replaceWith(picture);
    else {
      this.#clear();
      // Assistive technology now sees an image instead of the text inside the element.
      this.#expose("role", "img");
      this.#root.prepend(picture);
    }
    this.#picture = picture;
    this.#isDraft = isDraft;
    this.#expose("ariaLabel", options.title);
    adoptSheet(this.#root, options, this.ownerDocument);
  }

  /** Puts an invisible PNG over the picture. Redraws the PNG each time the pointer enters, because style sheets may have
   *  changed the colours. */
  async #offerCopy(): Promise<void> {
    const shown = this.#picture;
    if (!shown) return;
    try {
      const { body } = await this.#pictureAs("png", MAX_COPY);
      if (shown !== this.#picture) return;
      this.#copy ??= createCopy(() => this.#picture);
      this.#copy.src = `data:image/png;base64,${encodeBase64(body as Uint8Array)}`;
      shown.after(this.#copy);
    } catch {
      // An error has already been reported while drawing the picture.
    }
  }

  #finish(): void {
    this.#setError("");
    this.dispatchEvent(new Event("qr-render", EVERYWHERE));
  }

  #fail(error: unknown): void {
    const detail = error instanceof QrError ? error : new QrError("INTERNAL", { rule: NOT_DRAWN });
    const message = messageOf(detail, attributeOf);
    if (this.clearOnError || (this.#isDraft && detail.code === "INVALID_OPTION")) this.#clear();
    const isNew = this.#error !== message;
    this.#setError(message);
    if (!this.dispatchEvent(new CustomEvent("qr-error", { ...EVERYWHERE, cancelable: true, detail }))) {
      this.#note?.remove();
      return;
    }
    // Without a warning, the cause of an empty element would be hard to find.
    if (isNew) console.warn("<qr-code>:", message);
  }

  /** Logs a warning for each attribute that the author probably meant as an option. */
  #warn(): void {
    for (const field of this.getAttributeNames()) {
      const name = meantBy(field);
      if (!name || this.#warned.has(field)) continue;
      this.#warned.add(field);
      console.warn("<qr-code>:", messageOf({ field, rule: didYouMean, values: { name } }));
    }
  }

  /** Sets the state and the part `error`. An empty message means that there is no error. */
  #setError(message: string): void {
    this.#settled = this.#changes;
    if (message === "" && this.#error === "") return;
    this.#error = message;
    this.#expose("ariaDescription", (this.#picture && message) || null);
    try {
      this.#internals.states?.[message ? "add" : "delete"]("error");
    } catch {
      // Chrome before version 125 rejects states that do not start with dashes.
    }
    this.#note?.remove();
    if (message === "") return;
    this.#note ??= document.createElement("div");
    this.#note.setAttribute("part", "error");
    this.#note.textContent = message;
    this.#root.append(this.#note);
  }

  /** Removes everything except the slot. Assigning its nodes to another slot would take browsers a long time. */
  #clear(): void {
    for (const node of [...this.#root.childNodes]) if (node !== this.#slot) node.remove();
    this.#picture = undefined;
    this.#copy = undefined;
    this.#expose("role", null);
    this.#expose("ariaLabel", null);
  }

  /** Sets a property for assistive technology. */
  #expose(name: "role" | "ariaLabel" | "ariaDescription", value: string | null): void {
    try {
      this.#internals[name] = value;
    } catch {
      // In jsdom, these properties exist, but throw errors.
    }
  }
}

/** Resolves to the function that draws `options`. Loads the code of `createDrawer` only for logos, looks and PNGs. */
async function drawerFor(options: QrOptions, file: Blob | undefined, early?: ShowDraft): Promise<Draw> {
  const isSimple = options.format === "svg" && !needsLogo(options, file) && isPlain(options);
  if (isSimple) return (settled) => paintSvg(planOf(settled));
  const { createDrawer } = await import("./logos.ts");
  return createDrawer(options, file, early);
}

function needsLogo(options: QrOptions, file: Blob | undefined): boolean {
  return (file ?? logoOf(options)) !== undefined;
}

const EVERYWHERE = { bubbles: true, composed: true };

if (globalThis.HTMLElement) defineProperties(QrCodeElement.prototype);
// Frameworks set a property instead of an attribute if the element has a property with the name in the template.
Object.defineProperty(
  QrCodeElement.prototype,
  "logo-file",
  Object.getOwnPropertyDescriptor(QrCodeElement.prototype, "logoFile") ?? {},
);
