export function installRuntimes(): Readonly<Record<string, string>>;
export function missingOf(runtimes: Readonly<Record<string, string>>): readonly string[];
export function versionOf(path: string): string | undefined;
