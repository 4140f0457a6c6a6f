// The program of the pool's workers, as a file of this page's build.
import "../../src/workers/browser-worker.ts";
