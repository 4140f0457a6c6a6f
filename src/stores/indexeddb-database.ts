import { createStore, promisifyRequest, type UseStore } from "idb-keyval";
import { QrError } from "../errors.ts";
import { storeFailed, storeFull } from "./store-errors.ts";

/** Keys and values in a database of the browser, which all tabs and the service worker share. */
export interface IndexedStore {
  /** Runs `work` in one transaction, as idb-keyval does, and resolves to its result once that is kept. `work` awaits
   *  requests of the transaction and nothing else; when it throws, nothing of it is kept.
   *  @throws {QrError} STORE_AWAY (503) when the browser refuses storage or has no room left. */
  readonly use: UseStore;
  /** Lets go of the database; it is opened anew when it is next used. */
  close(): void;
  /** Removes the database. */
  destroy(): Promise<void>;
}

const ENTRIES = "entries";

/** The store in the database `name`. To idb-keyval, which opens it, this adds what a service that never rests wants: it
 *  makes way when the database is to be deleted, opens it again when the browser closed it, and says why it fails. */
export function createIndexedStore(name: string): IndexedStore {
  let open = createStore(name, ENTRIES);
  let database: IDBDatabase | undefined;

  function close(): void {
    database?.close();
    database = undefined;
    open = createStore(name, ENTRIES);
  }

  const use: UseStore = async (mode, work) => {
    let begun = false;
    const attempt = async () =>
      open(mode, (store) => {
        begun = true;
        database = store.transaction.db;
        database.onversionchange = close;
        return wholly(store, work);
      });
    const again = () => {
      // A connection that died without a word; where storage is refused, the second try says so, too.
      close();
      return attempt();
    };
    try {
      return await attempt().catch((error: unknown) => (begun ? Promise.reject(error) : again()));
    } catch (error) {
      throw error instanceof DOMException ? refusalOf(error) : error;
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

/** The result of `work` when all of its transaction is kept; where that is not to be, nothing is. */
async function wholly<T>(store: IDBObjectStore, work: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
  const { transaction } = store;
  const done = promisifyRequest(transaction);
  done.catch(() => undefined);
  try {
    const result = await work(store);
    await done;
    return result;
  } catch (error) {
    abort(transaction);
    // Why the transaction failed says more than that one of its requests did.
    const reason = await done.then(
      () => error,
      (cause: unknown) => cause ?? error,
    );
    throw error instanceof QrError ? error : reason;
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

function refusalOf(error: DOMException): QrError {
  return error.name === "QuotaExceededError" ? storeFull() : storeFailed("IndexedDB", error);
}
