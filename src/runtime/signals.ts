import { constants } from "node:os";

/** What signals do to a program that serves. */
export interface SignalHandlers {
  /** Finishes what is under way, and resolves when that is done. */
  stop(): Promise<void>;
  /** Ends other processes at once. */
  kill?(): void;
}

/** The signals of a program from its first moment on. */
export interface Signals {
  /** Lets `handlers` handle signals from now on. A second SIGTERM or SIGINT ends the program at once. */
  serve(handlers: SignalHandlers): void;
  /** Leaves all signals to their defaults. */
  release(): void;
}

/** Milliseconds after which the first process of a container ends itself: signals do not end it. */
const GRACE = 100;

/** Holds the signals of this process: the first process of a container has no defaults for them, so that one that arrives at
 *  the start would be lost. Until it serves there is nothing to finish, and it ends. */
export function holdSignals(): Signals {
  let handlers: SignalHandlers | undefined;
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (!handlers) process.exit();
    if (isStopping) return endBy(signal);
    isStopping = true;
    await handlers.stop();
    release();
  };
  const endBy = (signal: NodeJS.Signals) => {
    release();
    handlers?.kill?.();
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(128 + constants.signals[signal]), GRACE);
  };
  const release = () => void process.off("SIGTERM", stop).off("SIGINT", stop);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  return {
    serve(given) {
      handlers = given;
    },
    release,
  };
}
