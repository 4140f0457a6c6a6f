import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { QrError } from "../errors.ts";
import { storeFailed, storeFull } from "./store-errors.ts";

const ENTRIES = "entries";

/** Opens the database `name` with idb-keyval. Unlike idb-keyval, closes it when another context deletes it, reopens it
 *  if the browser has closed it, and converts failures to QrErrors. */
export function createDatabase(name: string) {
  let open = createStore(name, ENTRIES);
  let database: IDBDatabase | undefined;

  function close(): void {
    database?.close();
    database = undefined;
    open = createStore(name, ENTRIES);
  }

  /** Runs `work` in one transaction. Resolves to the result of `work` once the changes are stored. `work` may only
   *  await requests of the transaction. If `work` throws, nothing is stored.
   *  @throws {QrError} STORE_UNAVAILABLE (503) if the browser refuses storage or has no space left. */
  const use: UseStore = async (mode, work) => {
    let begun = false;
    const attempt = async () =>
      open(mode, (store) => {
        begun = true;
        database = store.transaction.db;
        database.onversionchange = close;
        return transact(store, work);
      });
    try {
      return await attempt().catch((error: unknown) => {
        if (begun) throw error;
        // The browser may have closed the connection. If it refuses storage, the second attempt fails too.
        close();
        return attempt();
      });
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      throw error.name === "QuotaExceededError" ? storeFull() : storeFailed("IndexedDB", error);
    }
  };

  return {
    use,
    close,
    async destroy() {
      close();
      await promisifyRequest(indexedDB.deleteDatabase(name));
    },
  };
}

/** Resolves to the result of `work` once its transaction is complete. Aborts the transaction if `work` fails. */
async function transact<T>(store: IDBObjectStore, work: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
  const { transaction } = store;
  const done = promisifyRequest(transaction);
  done.catch(() => undefined);
  try {
    const result = await work(store);
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The transaction has already ended.
    }
    // The transaction's error is more specific than that of a request.
    const reason = (await done.catch((cause: unknown) => cause)) ?? error;
    throw error instanceof QrError ? error : reason;
  }
}
