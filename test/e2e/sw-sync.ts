/** Replaces Background Sync, which the browser of the tests has disabled, in a worker: an event is dispatched as soon as its tag is
 *  registered, and again if the tag is registered during the event. If the event fails, its tag stays registered, and
 *  Chromium repeats it only after minutes. Each event requests /sync-event from the site. */
export function imitateSync(): void {
  const worker = globalThis as unknown as {
    addEventListener(type: string, listener: (event: unknown) => void): void;
  };
  const add = worker.addEventListener.bind(worker);
  let handle: (event: unknown) => void = () => undefined;
  const tags = new Set<string>();
  let isFiring = false;
  let isAgain = false;
  const fire = async (tag: string) => {
    if (isFiring) {
      isAgain = true;
      return;
    }
    isFiring = true;
    fetch("/sync-event");
    let work: unknown;
    handle({
      tag,
      waitUntil(given: unknown) {
        work = given;
      },
    });
    const isDone = await Promise.resolve(work).then(
      () => true,
      () => false,
    );
    isFiring = false;
    if (isDone && !isAgain) tags.delete(tag);
    if (isAgain) {
      isAgain = false;
      fire(tag);
    }
  };
  worker.addEventListener = (type, listener) => {
    if (type === "sync") handle = listener;
    else add(type, listener);
  };
  const register = async (tag: string) => {
    tags.add(tag);
    fire(tag);
  };
  const sync = { register, getTags: async () => [...tags] };
  Object.defineProperty(ServiceWorkerRegistration.prototype, "sync", { get: () => sync });
}
