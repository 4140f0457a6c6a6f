/** Something to be drawn when it comes near to what is in view. */
export interface Drawn extends Element {
  /** Draws what has changed. */
  draw(): void;
}

/** Milliseconds that a batch may take before the page has its turn again. */
const BATCH = 8;

/** How far outside the view a picture is made. */
const NEAR = "100% 50%";

/** When elements draw: all that were changed in one go together, a batch at a time, and only those near the view, or
 *  all when the page is about to be printed. */
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

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) near.delete(target);
        else {
          near.add(target);
          if (far.delete(target as Drawn)) waiting.add(target as Drawn);
        }
      }
      // Already a task of its own: what is in view need not wait for another.
      work();
    },
    { rootMargin: NEAR },
  );
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
    watch: (element) => observer.observe(element),
    leave(element) {
      observer.unobserve(element);
      near.delete(element);
      far.delete(element);
      waiting.delete(element);
    },
  };
}
