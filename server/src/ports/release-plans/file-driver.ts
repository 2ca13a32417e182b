import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import type { ReleasePlans } from './port.ts';

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

const appPlan = z.strictObject({
  repository,
  build: command,
  migrations: z.record(name, z.array(command).max(50)).default({}),
  copy: command.nullable().default(null),
  switch: command.nullable().default(null),
  health: command.nullable().default(null),
  hosts: z.record(name, z.array(host).max(200)),
});
const file = z.strictObject({ apps: z.record(name, appPlan) });

type Plans = z.output<typeof file>;

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
    throw new AppError('unavailable', `RELEASES_FILE has faults: ${faults.join('; ')}`);
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
