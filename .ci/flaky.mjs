import { appendFileSync } from "node:fs";

/** A reporter of Vitest. Appends each test that failed and then passed to the file that FLAKY names. .ci/run prints
 *  them at the end. */
export default class {
  onTestCaseResult(test) {
    if (!process.env.FLAKY || !test.diagnostic()?.flaky) return;
    const [{ message } = {}] = test.result().errors ?? [];
    appendFileSync(process.env.FLAKY, `${test.module.relativeModuleId} > ${test.fullName}\n  ${message ?? ""}\n`);
  }
}
