/** Milliseconds of drawing before a batch yields to the page. */
const BATCH = 8;

/** Distances from the viewport, in viewport heights. When an element comes nearer than NEAR, all elements nearer than AHEAD
 *  are drawn, because drawing a viewport at a time takes less time than drawing one element per frame. */
const NEAR = 1;
const AHEAD = 2;

export type Queue<Drawable extends Element> = ReturnType<typeof createQueue<Drawable>>;

/** Creates the queue that decides when `draw` is called for an element. Batches changes, and draws only elements near the
 *  viewport. Draws all elements before printing, or if there is no IntersectionObserver. */
export function createQueue<Drawable extends Element>(draw: (element: Drawable) => void) {
  const near = new WeakSet<Element>();
  const far = new Set<Drawable>();
  const waiting = new Set<Drawable>();
  let planned = false;

  const ahead = observe(AHEAD, (entries) => {
    let isNear = false;
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const element = target as Drawable;
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
    if (isNear) work();
  });
  const soon = observe(NEAR, (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) work();
  });
  addEventListener("beforeprint", () => {
    for (const element of [...waiting, ...far]) draw(element);
    waiting.clear();
    far.clear();
  });

  function work(): void {
    planned = false;
    const end = performance.now() + BATCH;
    for (const element of waiting) {
      waiting.delete(element);
      soon?.unobserve(element);
      draw(element);
      if (performance.now() >= end) break;
    }
    if (waiting.size > 0 && !planned) {
      planned = true;
      setTimeout(work);
    }
  }

  return {
    /** Draws `element` soon if it is near the viewport, or otherwise when it comes near. */
    add(element: Drawable): void {
      if (!near.has(element)) {
        far.add(element);
        return;
      }
      waiting.add(element);
      if (planned) return;
      planned = true;
      queueMicrotask(work);
    },
    watch(element: Drawable): void {
      if (ahead) ahead.observe(element);
      else near.add(element);
    },
    leave(element: Drawable): void {
      ahead?.unobserve(element);
      soon?.unobserve(element);
      near.delete(element);
      far.delete(element);
      waiting.delete(element);
    },
  };
}

/** Observes elements up to `views` viewport heights away. Returns undefined in emulated DOMs without
 *  IntersectionObserver. */
function observe(views: number, callback: IntersectionObserverCallback): IntersectionObserver | undefined {
  return globalThis.IntersectionObserver && new IntersectionObserver(callback, { rootMargin: `${100 * views}% 50%` });
}
