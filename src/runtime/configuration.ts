/** What a server is told when it starts. */
export interface Configuration {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Whether logos may be fetched from private networks; default false. */
  readonly logoAllowPrivate?: boolean;
  /** Where short links are kept: `memory:` (the default of a program that leaves it out), `sqlite:PATH` or an address
   *  that begins with `postgres:`. */
  readonly links?: string;
  /** Where callers reach the server, without a slash at its end; each request's own origin when left out. */
  readonly baseUrl?: string;
}

/** Names, defaults and sentences of the settings: the flag is the name, the variable its upper case with _ for -. */
export const settings = {
  port: { default: "8080", rule: "must be a whole number from 0 to 65535", fits: isPort },
  host: { default: "127.0.0.1", rule: "must be a host name or an address, such as 127.0.0.1", fits: isHost },
  "logo-allow-private": { default: "0", rule: "must be 1 or 0", fits: isSwitch },
  links: {
    default: "sqlite:./data/links.db",
    rule: "must be memory:, sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE",
    fits: isStore,
  },
  "base-url": {
    default: "",
    example: "https://qr.example.com",
    rule: "must be an http or https address without ? and #, such as https://qr.example.com",
    fits: isBaseUrl,
  },
} as const satisfies Readonly<Record<string, Setting>>;

export interface Setting {
  readonly default: string;
  /** Shown instead of the default. */
  readonly example?: string;
  readonly rule: string;
  fits(value: string): boolean;
}

type Name = keyof typeof settings;

/** The configuration from flags (`--port 80`, `--port=80`), else from the environment (`PORT`), else by default.
 *  @throws {Error} with one sentence for the operator. */
export function readConfiguration(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Configuration {
  const given = readFlags(flags);
  const read = (name: Name): string => {
    const setting = settings[name];
    const variable = name.toUpperCase().replaceAll("-", "_");
    const flag = given.get(name);
    const value = flag ?? environment[variable] ?? setting.default;
    if (setting.fits(value)) return value;
    throw new Error(`${flag === undefined ? variable : `--${name}`} ${setting.rule}, not "${shown(value)}"`);
  };
  const baseUrl = read("base-url").replace(/\/+$/, "");
  return {
    port: Number(read("port")),
    host: read("host"),
    logoAllowPrivate: read("logo-allow-private") === "1",
    links: read("links"),
    ...(baseUrl && { baseUrl }),
  };
}

function readFlags(flags: readonly string[]): ReadonlyMap<Name, string> {
  const given = new Map<Name, string>();
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? "";
    const [, name = "", inline] = /^--([a-z-]+)(?:=(.*))?$/s.exec(flag) ?? [];
    if (!Object.hasOwn(settings, name)) {
      throw new Error(
        `unknown flag ${flag}: the flags are ${Object.keys(settings)
          .map((known) => `--${known}`)
          .join(", ")}`,
      );
    }
    const value = inline ?? flags[++i];
    if (value === undefined) {
      const setting: Setting = settings[name as Name];
      throw new Error(`--${name} needs a value, such as --${name} ${setting.example ?? setting.default}`);
    }
    given.set(name as Name, value);
  }
  return given;
}

function isPort(value: string): boolean {
  return /^[0-9]{1,5}$/.test(value) && Number(value) <= 65535;
}

function isSwitch(value: string): boolean {
  return value === "0" || value === "1";
}

function isStore(value: string): boolean {
  return value === "memory:" || /^sqlite:.+|^postgres(?:ql)?:\/\/.+/s.test(value);
}

function isBaseUrl(value: string): boolean {
  if (value === "") return true;
  return /^https?:\/\/[^\s?#@"<>]+$/i.test(value) && URL.canParse(value);
}

/** `value` for a sentence that may stand in a log: without the password that an address may hold. */
function shown(value: string): string {
  return value.replace(/\/\/.*@/s, "//...@");
}

function isHost(value: string): boolean {
  return /^[A-Za-z0-9._:%-]{1,253}$/.test(value);
}
