/** Something to be drawn when it comes near to what is in view. */
export interface Drawn extends Element {
  /** Draws what has changed. */
  draw(): void;
}

/** Milliseconds that a batch may take before the page has its turn again. */
const BATCH = 8;

/** Views above and below the one that is seen in which a picture is there, and in which it may be: what comes near one by one
 *  is drawn a view at a time, which takes browsers less than as many drawings in as many frames. */
const NEAR = 1;
const AHEAD = 2;

/** When elements draw: all that were changed in one go together, a batch at a time, and only those near the view, or
 *  all when the page is about to be printed, and where nothing tells what is near. */
export interface Queue {
  /** Draws `element` soon, if it is near, and else when it comes near. */
  add(element: Drawn): void;
  /** Begins to watch where `element` is. */
  watch(element: Drawn): void;
  /** Forgets it. */
  leave(element: Drawn): void;
}

export function createQueue(): Queue {
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
    // Already a task of its own: what is in view need not wait for another.
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
    add(element) {
      if (!near.has(element)) {
        far.add(element);
        return;
      }
      waiting.add(element);
      if (planned) return;
      planned = true;
      queueMicrotask(work);
    },
    watch(element) {
      if (ahead) ahead.observe(element);
      else near.add(element);
    },
    leave(element) {
      ahead?.unobserve(element);
      soon?.unobserve(element);
      near.delete(element);
      far.delete(element);
      waiting.delete(element);
    },
  };
}

function observe(views: number, note: IntersectionObserverCallback): IntersectionObserver | undefined {
  // Some imitations of browsers have none.
  return globalThis.IntersectionObserver && new IntersectionObserver(note, { rootMargin: `${100 * views}% 50%` });
}
