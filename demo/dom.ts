/** Attributes as in HTML; booleans toggle flags, and functions are listeners. */
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

/** Returns `control`, which has an id, with its label above and `more` below. */
export function field(label: string, control: HTMLElement, ...more: readonly (Node | undefined)[]): HTMLElement {
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control, ...more);
}

let last = 0;

/** Returns an id that is unique in the page. */
export function freshId(stem: string): string {
  last += 1;
  return `${stem}-${last}`;
}

/** Sets the value of `input` only if it changes: setting it moves the caret. */
export function settle(input: { value: string }, value: string): void {
  if (input.value !== value) input.value = value;
}

/** Sets the text of `element` only if it changes: live regions repeat what is written again. */
export function setWords(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** Announces `words` in the page's live region, and shows them there for a while. */
export function announce(words: string): void {
  const region = document.getElementById("said");
  if (!region) return;
  region.textContent = words;
  // The page may change at the same time.
  requestAnimationFrame(() => settleBeside(region));
  setTimeout(() => {
    if (region.textContent === words) region.textContent = "";
  }, 4000);
}

/** Pixels between two positions that are tried. */
const STEP = 4;

/** Moves the floating `region` up from the bottom of the screen until it covers no control; otherwise it stays. */
function settleBeside(region: HTMLElement): void {
  region.style.insetBlockEnd = "";
  const { left, right, top, height } = region.getBoundingClientRect();
  const inTheWay = [...document.querySelectorAll("a, button, input, label, select, summary, textarea")]
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.left < right && box.right > left);
  for (let at = top; at > STEP; at -= STEP) {
    if (inTheWay.some((box) => box.top < at + height + STEP && box.bottom > at - STEP)) continue;
    region.style.insetBlockEnd = `${innerHeight - at - height}px`;
    return;
  }
}
