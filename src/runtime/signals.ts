import { constants } from "node:os";

/** What a program that serves does when it is told to. */
export interface Told {
  /** Ends in peace: resolves when nothing is under way any more. */
  stop(): Promise<void>;
  /** Ends what else there is, at once. */
  kill?(): void;
  /** SIGUSR2. */
  replace(): void;
}

/** What signals make of a program from its first moment on. */
export interface Signals {
  /** It serves: from now on `told` is told. A second SIGTERM or SIGINT ends the program at once. */
  serve(told: Told): void;
  /** Leaves all signals to their defaults. */
  release(): void;
}

/** Milliseconds after which the first process of a container ends itself: signals do not end it. */
const GRACE = 100;

/** Holds the signals of this process: the first one of a container has no defaults for them, so that one that came while it
 *  starts would be lost, and SIGUSR2 ends any other. Until it serves there is nothing to finish, and it ends. */
export function holdSignals(): Signals {
  let told: Told | undefined;
  let isStopping = false;
  const replace = () => {
    if (!isStopping) told?.replace();
  };
  const stop = async (signal: NodeJS.Signals) => {
    if (!told) process.exit();
    if (isStopping) return endBy(signal);
    isStopping = true;
    await told.stop();
    release();
  };
  const endBy = (signal: NodeJS.Signals) => {
    release();
    told?.kill?.();
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(128 + constants.signals[signal]), GRACE);
  };
  const release = () => void process.off("SIGTERM", stop).off("SIGINT", stop).off("SIGUSR2", replace);
  process.on("SIGTERM", stop).on("SIGINT", stop).on("SIGUSR2", replace);
  return {
    serve(given) {
      told = given;
    },
    release,
  };
}
