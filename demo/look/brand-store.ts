import { createStore, del, set, values } from "idb-keyval";
import type { State } from "../state.ts";

interface Brand {
  readonly name: string;
  readonly design: State["look"];
}

const brands = createStore("isoqr-brands", "brands");

/** Resolves to the saved designs, by name. Rejects if the browser blocks IndexedDB. */
export async function listBrands(): Promise<readonly Brand[]> {
  return (await values<Brand>(brands)).sort((a, b) => a.name.localeCompare(b.name));
}

/** Stores `brand`. Replaces one with the same name. */
export function putBrand(brand: Brand): Promise<void> {
  return set(brand.name, brand, brands);
}

export function removeBrand(name: string): Promise<void> {
  return del(name, brands);
}
