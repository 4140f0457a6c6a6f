import { inspect } from "node:util";
import { allowed } from "./allowed.ts";
import type { Place } from "./compare.ts";
import type { Operation } from "./operations.ts";

/** An operation with the number that reproduces it. */
export interface Numbered {
  readonly index: number;
  readonly operation: Operation;
}

interface Example extends Numbered {
  readonly places: readonly Place[];
}

/** Differences at the same places of the same kind of operation. */
interface Group {
  readonly title: string;
  readonly examples: Example[];
  count: number;
}

/** Examples and places that are printed of each group. */
const EXAMPLES = 2;
const PLACES = 4;

/** Collects the differences of a run. */
export function createResults() {
  const groups = new Map<string, Group>();
  const intended = new Map<string, number>();
  const counts = new Map<string, number>();
  const differing = () => [...groups.values()].reduce((sum, { count }) => sum + count, 0);

  return {
    differing,
    count({ operation: { kind } }: Numbered): void {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    },
    addIntended(names: readonly string[]): void {
      for (const name of names) intended.set(name, (intended.get(name) ?? 0) + 1);
    },
    add({ index, operation }: Numbered, places: readonly Place[]): void {
      const title = `${operation.kind}: ${operation.group}: ${titleOf(places)}`;
      const group: Group = groups.get(title) ?? { title, examples: [], count: 0 };
      groups.set(title, group);
      group.count++;
      if (group.examples.length < EXAMPLES) group.examples.push({ index, operation, places });
    },
    print(seed: number, seconds: number): void {
      const sorted = [...groups.values()].sort((one, other) => other.count - one.count);
      console.log(sorted.flatMap((group) => linesOf(group, seed)).join("\n"));
      const done = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
      console.log(`\n${done}: ${differing()} differ, in ${groups.size} groups, after ${seconds} s`);
      for (const [name, count] of intended) {
        console.log(`Intended in ${count}: ${name}. ${allowed.find((one) => one.name === name)?.reason}`);
      }
    },
  };
}

/** Returns the paths of a few places. With another status, the rest of a response differs too. */
function titleOf(places: readonly Place[]): string {
  const status = places.find(({ path }) => path.endsWith(".status"));
  if (status) return `${status.path} ${status.base} is ${status.head}`;
  return places
    .slice(0, PLACES)
    .map(({ path }) => path)
    .join(", ");
}

function linesOf({ title, examples, count }: Group, seed: number): readonly string[] {
  return [
    "",
    `${count} x ${title}`,
    ...examples.flatMap(({ index, operation, places }) => [
      `  --seed ${seed} --only ${index}: ${shortened(operation)}`,
      ...places
        .slice(0, PLACES)
        .flatMap(({ path, base, head }) => [
          `    ${path}`,
          `      base ${JSON.stringify(base)}`,
          `      head ${JSON.stringify(head)}`,
        ]),
    ]),
  ];
}

function shortened({ group: _, ...operation }: Operation): string {
  const limits = { maxStringLength: 200, maxArrayLength: 20, depth: 6 };
  return inspect(operation, { ...limits, breakLength: Number.POSITIVE_INFINITY }).slice(0, 1500);
}
