import { createStore, del, set, values } from "idb-keyval";
import type { State } from "../state.ts";

/** A design that the visitor saved in this browser. */
export interface Brand {
  readonly name: string;
  readonly design: State["look"];
}

/** Thrown if the browser blocks IndexedDB, or has no space left. */
export class StorageError extends Error {}

const brands = createStore("isoqr-brands", "brands");

/** Resolves to the saved designs, by name. @throws {StorageError} */
export async function listBrands(): Promise<readonly Brand[]> {
  return (await stored(() => values<Brand>(brands))).sort((a, b) => a.name.localeCompare(b.name));
}

/** Stores `brand`. Replaces one with the same name. @throws {StorageError} */
export function putBrand(brand: Brand): Promise<void> {
  return stored(() => set(brand.name, brand, brands));
}

/** @throws {StorageError} */
export function removeBrand(name: string): Promise<void> {
  return stored(() => del(name, brands));
}

async function stored<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    throw new StorageError("IndexedDB failed", { cause });
  }
}
