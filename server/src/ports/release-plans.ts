import { countText } from '@mission-control/contract/numbers';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';
import { secretArguments } from '../platform/secrets/detect-secrets.ts';

/** A program and its arguments, with placeholders in braces for release values (see `fillIn`). */
export type CommandTemplate = readonly string[];

const command = z.array(z.string().max(4_000)).min(1).max(100);
const host = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, 'must be a host name');
const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'must be lower-case letters, digits and hyphens');
const repository = z
  .string()
  .min(1)
  .refine((address) => !address.startsWith('-'), 'must not begin with -')
  .refine(
    (address) => !/^[a-z+]+:\/\/[^/@]*:[^/@]*@/.test(address),
    'must carry no password: use an ssh key or a credential of the system',
  );

/** How an app is built, deployed and checked. */
const appPlan = z.strictObject({
  repository,
  /** Runs in the exported tree; its output in the folder `{out}` is the artifact. */
  build: command,
  /** Commands per service, each run once per deploy, in the staged copy on the first server. */
  migrations: z.record(name, z.array(command).max(50)).default({}),
  /** Copies `{from}` to a remote server; null where the servers' folders are mounted. */
  copy: command.nullable().default(null),
  /** Makes a remote server serve `{copy}`, atomically; `{copy}` is empty to serve nothing. */
  switch: command.nullable().default(null),
  /** Runs in the served copy after the switch; exit code 0 means healthy. */
  health: command.nullable().default(null),
  /** Servers by environment. */
  hosts: z.record(name, z.array(host).max(200)),
});
const file = z.strictObject({ apps: z.record(name, appPlan) });

type Plans = z.output<typeof file>;
export type ReleasePlan = Plans['apps'][string];

/** The operator's release settings. */
export interface ReleasePlans {
  /** @throws AppError('refused') when the app is not configured, AppError('unavailable') when the settings cannot be read */
  plan(app: string): Promise<ReleasePlan>;
  /** Address or path of a repository; undefined when it is not configured. */
  repository(app: string): Promise<string | undefined>;
}

/**
 * Reads plans from a JSON file (RELEASES_FILE).
 * @param path resolves to the file once it exists; rejects when it cannot be created
 */
export function createFilePlans(path: () => Promise<string | null>): ReleasePlans {
  let read: Promise<Plans> | undefined;
  const plans = (): Promise<Plans> => {
    read ??= path().then((found) => (found === null ? { apps: {} } : readPlans(found)));
    // The next caller retries after a failed read.
    read.catch(() => (read = undefined));
    return read;
  };
  return {
    async plan(app) {
      const found = (await plans()).apps[app];
      if (found !== undefined) return found;
      throw new AppError('refused', `Nothing is configured for releases of ${app}. Add it to RELEASES_FILE.`);
    },
    repository: async (app) => (await plans()).apps[app]?.repository,
  };
}

/**
 * Reads the file; repository paths in it are relative to it.
 * @throws AppError('unavailable') listing every fault
 */
export async function readPlans(path: string): Promise<Plans> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new AppError('unavailable', 'RELEASES_FILE cannot be read, or is not valid JSON.', { cause });
  }
  const parsed = file.safeParse(content);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new AppError('unavailable', `RELEASES_FILE has ${countText(faults.length, 'error')}: ${faults.join('; ')}`);
  }
  const apps = Object.entries(parsed.data.apps).map(([app, plan]) => [
    app,
    { ...plan, repository: absolute(plan.repository, dirname(path)) },
  ]);
  return { apps: Object.fromEntries(apps) as Plans['apps'] };
}

/** `host:path` and `scheme://...` are addresses; anything else is a path. */
const absolute = (address: string, folder: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\/|^[^/]+:/.test(address) ? address : resolve(folder, address);

/** Placeholders of a command; `node` is the console's own Node. */
export interface ReleaseValues {
  app: string;
  service: string;
  env: string;
  version: string;
  host: string;
  out: string;
  /** A local copy, its name on servers, and the path of the service on them, e.g. `prod/coursepro/strive`. */
  from: string;
  copy: string;
  path: string;
}

/** Replaces placeholders in a command. Each argument stays one argument, whatever its value; unknown placeholders stay unchanged. */
export const fillIn = (template: CommandTemplate, values: Partial<ReleaseValues>): string[] => {
  const known = new Map<string, string>([...Object.entries(values), ['node', process.execPath]]);
  return template.map((argument) =>
    argument.replaceAll(/\{([a-z]+)\}/g, (braces, key: string) => known.get(key) ?? braces),
  );
};

/** A command formatted for display, with secrets masked. */
export function shownCommand(template: CommandTemplate, values: Partial<ReleaseValues>): string {
  const secrets = secretArguments(template);
  return template
    .map((argument) => (argument === '{node}' ? 'node' : (fillIn([argument], values)[0] ?? '')))
    .map((argument) => secrets.reduce((text, secret) => text.replace(secret, () => '********'), argument))
    .map((argument) => (/^[\w./:=@%+,{}-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
