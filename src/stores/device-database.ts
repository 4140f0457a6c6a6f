import { promisifyRequest, type UseStore } from "idb-keyval";
import { QrError } from "../errors.ts";
import { storeFailed, storeFull, withTimeout } from "./store-errors.ts";

const ENTRIES = "entries";

/** Milliseconds to wait for the database to open. Another page of the site can block this until that page is closed. */
export const PATIENCE = 5_000;

/** Opens the database `name` for idb-keyval. Unlike the stores of idb-keyval, it closes the database when another context
 *  deletes it, reopens it if the browser has closed it, and converts failures to QrErrors. */
export function createDatabase(name: string) {
  let connection: Promise<IDBDatabase> | undefined;

  function connect(): Promise<IDBDatabase> {
    if (connection) return connection;
    const opening = openDatabase(name).then((database) => {
      const forget = () => {
        database.close();
        if (connection === opening) connection = undefined;
      };
      database.onversionchange = forget;
      database.onclose = forget;
      return database;
    });
    connection = opening;
    return opening;
  }

  function close(): void {
    const closing = connection;
    connection = undefined;
    void closing?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  /** Runs `work` in one transaction. Resolves to the result of `work` once the changes are stored. `work` may only
   *  await requests of the transaction. If `work` throws, nothing is stored.
   *  @throws {QrError} STORE_UNAVAILABLE (503) if the browser refuses storage or has no space left. */
  const use: UseStore = async (mode, work) => {
    let begun = false;
    const attempt = async () => {
      const store = (await connect()).transaction(ENTRIES, mode).objectStore(ENTRIES);
      begun = true;
      return transact(store, work);
    };
    try {
      return await attempt().catch((error: unknown) => {
        if (begun || isLate(error)) throw error;
        // The browser may have closed the connection, so this opens the database again. If it refuses storage, this fails too.
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
    /** Deletes the database. If another page of the site keeps it open, its entries are deleted now, and the database once
     *  that page is closed. */
    async destroy() {
      const cleared = use("readwrite", (store) => promisifyRequest(store.clear()));
      // The database can be deleted even if its entries cannot, so a failure is ignored.
      await cleared.catch(() => undefined);
      close();
      const deleting = indexedDB.deleteDatabase(name);
      const blocked = new Promise((resolve) => deleting.addEventListener("blocked", resolve));
      await Promise.race([promisifyRequest(deleting), blocked.then(() => cleared)]);
    },
  };
}

const isLate = (error: unknown) => error instanceof DOMException && error.name === "TimeoutError";

/** Opens the database `name`, with the object store. */
async function openDatabase(name: string, version?: number): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => opening.result.createObjectStore(ENTRIES);
  const opened = promisifyRequest(opening);
  const late = () => new DOMException("another page keeps the database open", "TimeoutError");
  const database = await withTimeout(PATIENCE, opened, late).catch((error: unknown) => {
    void opened.then(
      (one) => one.close(),
      () => undefined,
    );
    throw error;
  });
  if (database.objectStoreNames.contains(ENTRIES)) return database;
  // Another script of the site has created the database without the object store. The upgrade keeps the data of that script.
  database.close();
  return openDatabase(name, database.version + 1);
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
      // abort() fails if the transaction has already ended.
    }
    // The transaction's error is more specific than that of a request.
    const reason = (await done.catch((cause: unknown) => cause)) ?? error;
    throw error instanceof QrError ? error : reason;
  }
}
