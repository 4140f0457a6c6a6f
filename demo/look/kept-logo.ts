import { createStore, del, get, keys, promisifyRequest } from "idb-keyval";
import { MAX_LOGO_BYTES } from "../product/logos.ts";
import { isPending, type Store, type Upload } from "../state.ts";

/** The uploaded logo that a reload restores. */
interface KeptLogo extends Upload {
  readonly data: string;
}

const logos = createStore("isoqr-logo", "logo");

/** Maximum length of the data URI of a logo that is kept, in characters. Base64 takes four characters for three bytes. */
const MAX_KEPT = Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 100;

/** Maximum time for a look-up in milliseconds. Some browsers that block IndexedDB never respond. */
const MAX_WAIT = 3000;

/** Keeps the uploaded logo in this browser until it is removed, and restores the logo that the URL names, but no other. The
 *  browser keeps one logo: that of the tab that was changed, shown or focused last. */
export function keepLogo(store: Store): void {
  let kept: string | undefined;
  let sought: string | undefined;
  store.watch((state) => {
    const { upload, look } = state;
    if (isPending(state)) {
      if (upload && sought !== upload.id) void restore(upload);
    } else if (upload && look.logoData !== undefined && upload.id !== kept) {
      kept = upload.id;
      void attempt(() => putLogo({ ...upload, data: look.logoData ?? "" }));
    } else if (!upload && kept !== undefined) {
      const removed = kept;
      kept = undefined;
      void attempt(() => del(removed, logos));
    }
  });
  // Another tab may have replaced the logo. The user usually reloads the tab that was shown or, if several windows are visible,
  // focused last.
  document.addEventListener("visibilitychange", keepAgain);
  addEventListener("focus", keepAgain);

  function keepAgain(): void {
    const { upload, look } = store.state;
    const { logoData: data } = look;
    if (document.hidden || !upload || data === undefined) return;
    void attempt(async () => (await keys(logos)).includes(upload.id) || putLogo({ ...upload, data }));
  }

  async function restore(upload: Upload): Promise<void> {
    sought = upload.id;
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT));
    const found = await Promise.race([findLogo(upload.id), late]);
    sought = undefined;
    const { state } = store;
    if (state.upload?.id !== upload.id || !isPending(state)) return;
    if (!found) return store.complete({ upload: { ...upload, isGone: true } });
    kept = upload.id;
    const { data, name, scaled } = found;
    store.complete({ upload: { ...upload, name, scaled }, look: { ...state.look, logoData: data } });
  }
}

/** Resolves to the result of `work`, or to undefined if it fails. In that case, the browser keeps no logo, and the page
 *  reports this after a reload. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** Stores `logo`, and removes all others. */
async function putLogo(logo: KeptLogo): Promise<void> {
  await logos("readwrite", (objects) => {
    objects.clear();
    if (logo.data.length <= MAX_KEPT) objects.put(logo, logo.id);
    return promisifyRequest(objects.transaction);
  });
}

/** Resolves to the logo called `id`. Ignores an entry that has been edited, because the page could not show it, or would
 *  look for its data forever. */
async function findLogo(id: string): Promise<KeptLogo | undefined> {
  const found = await attempt(() => get<KeptLogo>(id, logos));
  const isIntact = [found?.data, found?.name ?? "", found?.scaled ?? ""].every((value) => typeof value === "string");
  return isIntact ? found : undefined;
}
