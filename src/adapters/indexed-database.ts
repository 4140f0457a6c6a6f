import { QrError } from "../errors.ts";
import { storeAway, storeFull } from "./store-away.ts";

/** A database of the browser that is opened when first used, and again after the browser closed it. */
export interface IndexedDatabase {
  /** Runs `work` in one transaction over `stores` and resolves to its result once that is kept. `work` awaits requests of
   *  the transaction and nothing else; when it throws, nothing of it is kept.
   *  @throws {QrError} STORE_AWAY (503) when the browser refuses storage or has no room left. */
  run<T>(stores: readonly string[], mode: IDBTransactionMode, work: (store: StoreOf) => Promise<T>): Promise<T>;
  close(): void;
}

/** A store of the transaction under way, by its name. */
export type StoreOf = (name: string) => IDBObjectStore;

/** The database `name`, made by `upgrade` where there is none. */
export function createIndexedDatabase(name: string, upgrade: (database: IDBDatabase) => void): IndexedDatabase {
  let opening: Promise<IDBDatabase> | undefined;

  const forget = () => {
    opening = undefined;
  };

  function open(): Promise<IDBDatabase> {
    opening ??= openDatabase(name, upgrade);
    opening.then(
      (database) => {
        // It is to be deleted, or the user clears the site's data: whoever comes next opens it anew.
        database.onversionchange = close;
        database.onclose = forget;
      },
      () => forget(),
    );
    return opening;
  }

  function close(): void {
    opening?.then((database) => database.close()).catch(() => undefined);
    forget();
  }

  async function begin(stores: readonly string[], mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
      return (await open()).transaction(stores as string[], mode);
    } catch {
      // A connection that died without a word; where storage is refused, the second try says so, too.
      forget();
      return (await open()).transaction(stores as string[], mode);
    }
  }

  return {
    async run(stores, mode, work) {
      const transaction = await begin(stores, mode).catch((error: unknown) => {
        throw refusalOf(error);
      });
      const done = settled(transaction);
      try {
        const result = await work((store) => transaction.objectStore(store));
        await done;
        return result;
      } catch (error) {
        abort(transaction);
        // Why the transaction failed says more than that one of its requests did.
        const reason = await done.then(
          () => error,
          (cause: unknown) => cause ?? error,
        );
        throw reason instanceof DOMException && !(error instanceof QrError) ? refusalOf(reason) : error;
      }
    },
    close,
  };
}

/** The result of one request. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function openDatabase(name: string, upgrade: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    // Some browsers throw at once where storage is refused, which rejects as well.
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function settled(transaction: IDBTransaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  done.catch(() => undefined);
  return done;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

function refusalOf(error: unknown): QrError {
  const full = error instanceof DOMException && error.name === "QuotaExceededError";
  return full ? storeFull() : storeAway("IndexedDB", error);
}
