/** An element that is drawn when it comes near the viewport. */
interface Drawn extends Element {
  draw(): void;
}

/** Milliseconds that a batch may take before yielding to the page. */
const BATCH = 8;

/** Viewports above and below the current one in which elements must be drawn, and may be drawn: elements that come near one by
 *  one are drawn a viewport at a time, which is cheaper than one per frame. */
const NEAR = 1;
const AHEAD = 2;

export type Queue = ReturnType<typeof createQueue>;

/** Creates the queue that decides when elements draw: changes are batched, and only elements near the viewport draw; all of
 *  them before printing, or without IntersectionObserver. */
export function createQueue() {
  const near = new WeakSet<Element>();
  const far = new Set<Drawn>();
  const waiting = new Set<Drawn>();
  let planned = false;

  const ahead = observe(AHEAD, (entries) => {
    let isNear = false;
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const element = target as Drawn;
      if (!isIntersecting) near.delete(element);
      else {
        near.add(element);
        if (!far.delete(element)) continue;
        waiting.add(element);
        const { top, bottom } = boundingClientRect;
        if (top < (1 + NEAR) * innerHeight && bottom > -NEAR * innerHeight) isNear = true;
        else soon?.observe(element);
      }
    }
    // This is a task of its own already.
    if (isNear) work();
  });
  const soon = observe(NEAR, (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) work();
  });
  addEventListener("beforeprint", () => {
    for (const element of [...waiting, ...far]) element.draw();
    waiting.clear();
    far.clear();
  });

  function work(): void {
    planned = false;
    const end = performance.now() + BATCH;
    for (const element of waiting) {
      waiting.delete(element);
      soon?.unobserve(element);
      element.draw();
      if (performance.now() >= end) break;
    }
    if (waiting.size > 0 && !planned) {
      planned = true;
      setTimeout(work);
    }
  }

  return {
    /** Draws `element` soon if it is near, otherwise when it comes near. */
    add(element: Drawn): void {
      if (!near.has(element)) {
        far.add(element);
        return;
      }
      waiting.add(element);
      if (planned) return;
      planned = true;
      queueMicrotask(work);
    },
    /** Starts watching the position of `element`. */
    watch(element: Drawn): void {
      if (ahead) ahead.observe(element);
      else near.add(element);
    },
    /** Forgets `element`. */
    leave(element: Drawn): void {
      ahead?.unobserve(element);
      soon?.unobserve(element);
      near.delete(element);
      far.delete(element);
      waiting.delete(element);
    },
  };
}

function observe(views: number, note: IntersectionObserverCallback): IntersectionObserver | undefined {
  // Some emulated DOMs have none.
  return globalThis.IntersectionObserver && new IntersectionObserver(note, { rootMargin: `${100 * views}% 50%` });
}
