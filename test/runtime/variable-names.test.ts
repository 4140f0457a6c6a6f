import { expect, test } from "vitest";
import { settings, variableOf } from "../../src/runtime/settings-table.ts";
import { mistypedVariables } from "../../src/runtime/variable-names.ts";

test.each([
  ["LIMIT_REQUEST", "did you mean LIMIT_REQUESTS?"],
  ["BASEURL", "did you mean BASE_URL?"],
  ["WORKER", "did you mean WORKERS?"],
  ["limits", "did you mean LIMITS?"],
  ["LIMIT_PER_MINUTE", "the settings that start with LIMIT are LIMITS, LIMIT_REQUESTS, LIMIT_HEAVY, LIMIT_LINKS"],
  ["METRICS_ADDRESS", "the settings that start with METRICS are METRICS_PORT, METRICS_HOST"],
])("warns about %s", (name, advice) => {
  expect(mistypedVariables({ [name]: "5" })).toEqual([`${name} is not a setting and has no effect: ${advice}`]);
});

test("does not warn about settings, or about variables of shells, npm, systemd and containers", () => {
  const foreign =
    "PATH HOME HOSTNAME USER LOGNAME SHELL TERM LANG LC_ALL PWD OLDPWD SHLVL _ TZ LINES COLUMNS MAIL TMPDIR EDITOR DEBUG " +
    "NODE_ENV NODE_OPTIONS NODE_VERSION YARN_VERSION npm_package_name npm_config_port npm_lifecycle_event " +
    "INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY SYSTEMD_EXEC_PID KUBERNETES_PORT KUBERNETES_SERVICE_HOST " +
    "ISOQR_SERVICE_PORT PGHOST PGPORT DATABASE_URL HTTP_PROXY NO_PROXY SSL_CERT_FILE ISOQR_PROCESS XDG_RUNTIME_DIR";
  const names = [...Object.keys(settings).map(variableOf), ...foreign.split(" ")];
  expect(mistypedVariables(Object.fromEntries(names.map((name) => [name, "1"])))).toEqual([]);
});
