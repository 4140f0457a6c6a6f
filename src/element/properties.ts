import type { QrOptions } from "../options/table.ts";
import { type ElementOption, spellings } from "./attributes.ts";

/** The options as properties: what is set is written to the attribute, what is read is the value in effect. `title` is
 *  every element's already, and is read as everywhere. */
export type OptionProperties = { -readonly [Name in Exclude<ElementOption, "title">]: QrOptions[Name] };

/** What `properties` needs of an element. */
interface Holder extends Element {
  readonly options: QrOptions;
}

/** Defines the properties on `prototype`. */
export function defineProperties(prototype: Holder): void {
  for (const { name, kebab, lower, kind } of spellings) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Holder) {
        return name === "title" ? (this.getAttribute(name) ?? "") : this.options[name];
      },
      set(this: Holder, value: unknown) {
        if (lower !== kebab) this.removeAttribute(lower);
        const isOff = kind === "flag" && value === false;
        if (value === undefined || value === null || isOff) this.removeAttribute(kebab);
        else this.setAttribute(kebab, value === true ? "" : String(value));
      },
    });
  }
}

/** Takes over what was set on `element` before it became one of ours. */
export function adoptProperties(element: Element): void {
  for (const name of [...spellings.map(({ name }) => name), "logoFile"]) {
    if (!Object.hasOwn(element, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
}
