import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Collects the module graph of a build. `importedBy` returns the ids of all modules that the module at `path` imports
 *  statically, directly or indirectly, but not the id of the module itself. With `all`, it also follows dynamic
 *  imports. Call it after all modules have been parsed. */
export function collectStaticImports({ all = false } = {}): {
  plugin: Plugin;
  importedBy(path: string): ReadonlySet<string>;
} {
  const graph = new Map<string, readonly string[]>();
  const found = new Map<string, ReadonlySet<string>>();
  return {
    plugin: {
      name: "static-imports",
      apply: "build",
      buildStart() {
        graph.clear();
        found.clear();
      },
      buildEnd() {
        for (const id of this.getModuleIds()) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
          graph.set(id, all ? [...importedIds, ...dynamicallyImportedIds] : importedIds);
        }
      },
    },
    importedBy(path) {
      const known = found.get(path);
      if (known) return known;
      const start = resolve(path);
      if (!graph.has(start)) throw new Error(`${path} must be part of the build: its imports define the chunks`);
      const modules = new Set(graph.get(start));
      for (const id of modules) for (const imported of graph.get(id) ?? []) modules.add(imported);
      found.set(path, modules);
      return modules;
    },
  };
}
