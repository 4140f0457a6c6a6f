/** What an element gets: attributes as they are written in HTML, flags by true and false, listeners as functions. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

/** An element of the page. What is undefined is left out, children too. */
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

/** `control`, which has an id, below its label, and what else there is to say. */
export function field(label: string, control: HTMLElement, ...more: readonly (Node | undefined)[]): HTMLElement {
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control, ...more);
}

let last = 0;

/** An id that no other element of the page has, for labels and descriptions. */
export function freshId(stem: string): string {
  last += 1;
  return `${stem}-${last}`;
}

/** Writes `value` into `input` unless it stands there already, for writing moves the caret. */
export function settle(input: { value: string }, value: string): void {
  if (input.value !== value) input.value = value;
}

/** Writes `words` into `element` unless they stand there already, for live regions say anew what is written anew. */
export function setWords(element: HTMLElement, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** Says `words` to those who do not see the page, by its one live region, and shows them there for a while. */
export function announce(words: string): void {
  const region = document.getElementById("said");
  if (!region) return;
  region.textContent = words;
  // What the words are about may come into the page with them.
  requestAnimationFrame(() => settleBeside(region));
  setTimeout(() => {
    if (region.textContent === words) region.textContent = "";
  }, 4000);
}

/** Pixels between two places that are tried. */
const STEP = 4;

/** Moves `region`, which floats, up from the lower edge of the screen to where it covers nothing that can be used; where there
 *  is no such place, it stays. */
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
