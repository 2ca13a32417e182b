import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Ctx } from '../../../platform/context.ts';
import { createReleasePorts, createTestCtx, type TestCtx } from '../../../platform/testing/test-ctx.ts';
import { outputOf, type StartedRun } from '../../runs/public.ts';
import { toAnswer } from '../feature.ts';

const SANDBOX = fileURLToPath(new URL('../../../../../sandbox/src/repositories/main.ts', import.meta.url));

/** A test console with the sandbox's repositories that really runs commands. */
export interface ReleaseCtx {
  t: TestCtx;
  /** The console as used by this user. */
  as(name: string): Ctx;
  /** Folder of a repository. */
  repository(app: string): string;
  /** Folder a service of an environment is served from. */
  place(host: string, env: string, app: string, service: string): string;
  /** The served version, read from the built file; null: none. */
  served(host: string, env: string, app: string, service: string): string | null;
  git(app: string, ...args: string[]): string;
}

/** Creates the test console; `change` edits the sandbox's plans. */
export async function createReleaseCtx(change: (file: string) => void = () => undefined): Promise<ReleaseCtx> {
  const t = await createTestCtx();
  const out = join(t.fleetDir, 'sandbox');
  await promisify(execFile)(process.execPath, [SANDBOX, '--seed', '1', '--today', '2026-11-21', '--out', out]);
  change(join(out, 'releases.json'));
  const ports = { ...t.ports, ...createReleasePorts(join(out, 'releases.json'), t.fleetDir) };
  const place: ReleaseCtx['place'] = (host, env, app, service) =>
    join(t.fleetDir, 'releases', 'servers', host, env, app, service);
  const repository = (app: string): string => join(out, `${app}.git`);
  return {
    t,
    as: (name) => ({ ...t.as({ name }), ports }),
    repository,
    place,
    served(...where) {
      const current = join(place(...where), 'current');
      if (!existsSync(current)) return null;
      const release = JSON.parse(readFileSync(join(current, 'release.json'), 'utf8')) as { version: string };
      if (!readlinkSync(current).endsWith(`-${release.version}`))
        throw new Error('The link and the served version differ.');
      return release.version;
    },
    git: (app, ...args) =>
      execFileSync('git', [`--git-dir=${repository(app)}`, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim(),
  };
}

/** Waits for a run and returns its response, as a call would. */
export const answered = async (starting: Promise<StartedRun>) => toAnswer(await outputOf(await starting));
