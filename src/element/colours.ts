/** The colour that `value`, any colour of CSS, has on white: six lower-case hex digits. */
function hexOf(value: string): string {
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(value) ?? painted(value);
  return channels.map((channel) => Number(channel).toString(16).padStart(2, "0")).join("");
}

/** The pixel that the browser paints, after a place for the match of a pattern. */
function painted(value: string): readonly unknown[] {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) return ["", 0, 0, 0];
  for (const colour of ["white", value]) {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
  }
  return ["", ...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

/** The colours in which the parts of `picture` are shown, as options; the page's style sheets may have had a say. What
 *  is no single colour is left out. */
export function shownColours(picture: Element): { readonly color?: string; readonly bg?: string } {
  const [color, bg] = ["modules", "background"].map((part) => {
    const node = picture.querySelector(`[part=${part}]`);
    const fill = node ? getComputedStyle(node).fill : "";
    return CSS.supports("color", fill) ? hexOf(fill) : undefined;
  });
  return { ...(color && { color }), ...(bg && { bg }) };
}
