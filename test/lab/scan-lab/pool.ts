import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("run.mjs", import.meta.url));
/** How often a task may crash a process. Each crash stores the verdict of one decoder, so retries make progress. */
const CRASHES = 20;

/** Runs all tasks in as many processes as the machine has cores, and passes each outcome to `take` with its task. If a
 *  process crashes, another one continues its task.
 *  @throws {Error} if a task crashes too often. */
export async function runTasks<Task extends object, Outcome extends object>(
  tasks: readonly Task[],
  take: (outcome: Outcome, task: Task) => void,
): Promise<void> {
  let next = 0;
  const work = async () => {
    let crashes = 0;
    let task: Task | undefined;
    const done = () => !task && next >= tasks.length;
    while (!done()) {
      await new Promise<void>((exited) => {
        const child = fork(program, ["--worker"]);
        child.on("message", (message: Outcome | "ready") => {
          if (message !== "ready" && task) {
            take(message, task);
            task = undefined;
            crashes = 0;
          }
          task ??= tasks[next++];
          if (task) child.send(task);
          else child.kill();
        });
        child.on("exit", () => exited());
      });
      if (task && ++crashes > CRASHES) throw new Error(`a decoder keeps crashing: ${JSON.stringify(task)}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}
