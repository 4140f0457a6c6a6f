import { el } from "../dom.ts";

/** The code in small, in a corner of the screen while `paper` is out of sight, as it is on a phone for who fills in a form;
 *  a tap leads back to it. The style sheet leaves it out where the code stays in sight by itself. */
export function createThumbnail(paper: HTMLElement) {
  const picture = el("span", { class: "small-paper", "aria-hidden": "true" });
  const button = el("button", { type: "button", class: "thumbnail", "aria-label": "Back to the code" }, picture);
  button.addEventListener("click", () => paper.scrollIntoView({ block: "center" }));
  button.hidden = true;
  let code: Element | undefined;
  let isSeen = true;

  function settle(): void {
    button.hidden = isSeen || !code;
    picture.replaceChildren(...(code && !isSeen ? [code.cloneNode(true)] : []));
  }

  new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting === true;
    settle();
  }).observe(paper);
  return {
    element: button,
    /** Shows `drawn` from now on, or nothing. */
    show(drawn: Element | undefined): void {
      code = drawn;
      settle();
    },
  };
}
