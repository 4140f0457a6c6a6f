/** The colour that `value`, any colour of CSS, has on `ground` and white: six lower-case hex digits. */
function hexOf(value: string, ground: string): string {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value) ?? painted(["white", ground, value]);
  return channels.map((channel) => Number(channel).toString(16).padStart(2, "0")).join("");
}

/** The pixel that the browser paints of `colours`, one upon the other, after a place for the match of a pattern. */
function painted(colours: readonly string[]): readonly unknown[] {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) return ["", 0, 0, 0];
  for (const colour of colours) {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
  }
  return ["", ...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** The colours in which the parts of `picture` are shown, as options; the page's style sheets may have had a say. What
 *  is no single colour is left out, and so is all where nothing tells what one is. */
export function shownColours(picture: Element): { readonly color?: string; readonly bg?: string } {
  const [color, bg] = ["modules", "background"].map((part) => {
    const node = picture.querySelector(`[part=${part}]`);
    const fill = node ? getComputedStyle(node).fill : "";
    return globalThis.CSS?.supports("color", fill) ? fill : undefined;
  });
  const ground = bg ?? picture.querySelector("[part=background]")?.getAttribute("color") ?? "white";
  return { ...(color && { color: hexOf(color, ground) }), ...(bg && { bg: hexOf(bg, "white") }) };
}
