import { text } from "./languages/language.ts";

/** Attributes as in HTML. A boolean adds or removes an attribute, and a function is an event listener. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

/** Creates an element. Omits undefined attributes and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

export function button(label: string, act: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", onclick: () => void act(), ...attributes }, label);
}

/** Creates a file input, and a label that looks like a button. Calls `open` with each file that the user chooses. */
export function fileButton(label: string, accept: string, open: (file: File) => unknown): [HTMLElement, HTMLElement] {
  const input = el("input", { type: "file", accept, class: "visually-hidden", id: uniqueId("file") });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    // Without the reset, choosing the same file again would not fire "change".
    input.value = "";
    if (file) void open(file);
  });
  return [input, el("label", { for: input.id, class: "button" }, label)];
}

/** Returns whether `file` matches `accept`, the attribute of a file input. Does not support wildcards. */
export function isAccepted({ name, type }: Pick<File, "name" | "type">, accept: string): boolean {
  const lowerName = name.toLowerCase();
  return accept.split(",").some((one) => (one.startsWith(".") ? lowerName.endsWith(one) : one === type));
}

/** Returns `control` with its label above and `more` below. The control must have an id. */
export function field(label: string, control: HTMLElement, ...more: readonly (Node | undefined)[]): HTMLElement {
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control, ...more);
}

/** Scrolls `element` into view, by default at the top of the screen. */
export function reveal(element: Element, block: ScrollLogicalPosition = "start"): void {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.scrollIntoView({ block, behavior: isStill ? "instant" : "smooth" });
}

let lastId = 0;

/** Returns an id that is unique in the page. */
export function uniqueId(prefix: string): string {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/** Sets the value of `input` only if it changes, because setting it moves the caret. */
export function setValue(input: { value: string }, value: string): void {
  if (input.value !== value) input.value = value;
}

/** Sets the text of `element` only if it changes, because screen readers announce a live region whenever its text is set. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows `message` in the page's live region for a few seconds. */
export function announce(message: string): void {
  const region = document.getElementById("announcement");
  if (!region) return;
  region.textContent = message;
  // In the next frame, because the layout may still change in this one.
  requestAnimationFrame(() => moveOffControls(region));
  setTimeout(() => {
    if (region.textContent === message) region.textContent = "";
  }, 4000);
}

/** Copies `content` to the clipboard, and announces the result. `done` is the announcement of success. */
export async function copyText(content: string, done: string): Promise<void> {
  try {
    // On insecure pages, the clipboard is undefined, so this throws.
    await navigator.clipboard.writeText(content);
    announce(done);
  } catch {
    announce(text("copyBlocked"));
  }
}

/** Distance in pixels between the positions that are tried. */
const STEP = 4;

/** Moves the floating `region` up from the bottom of the screen until it covers no control. If that is impossible, leaves it
 *  at the bottom. */
function moveOffControls(region: HTMLElement): void {
  region.style.insetBlockEnd = "";
  const { left, right, top, height } = region.getBoundingClientRect();
  const controls = [...document.querySelectorAll("a, button, input, label, select, summary, textarea")]
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.left < right && box.right > left);
  for (let y = top; y > STEP; y -= STEP) {
    if (controls.some((box) => box.top < y + height + STEP && box.bottom > y - STEP)) continue;
    region.style.insetBlockEnd = `${innerHeight - y - height}px`;
    return;
  }
}
