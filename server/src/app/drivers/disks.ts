import { join, resolve } from 'node:path';
import { monotonicMs } from '../../platform/clock.ts';
import { findWriteError } from '../../platform/disk-fault.ts';
import type { Env } from '../settings/env.ts';
import type { Disks } from '../readiness.ts';

/** Readiness is public, so results are cached briefly. */
const FRESH_MS = 5_000;

/** Checks the folders this console writes to with a small file. The embedded database needs DATA_DIR. */
export function watchDisks(
  { DATABASE_URL, RELEASES_DIR }: Pick<Env, 'DATABASE_URL' | 'RELEASES_DIR'>,
  dataDir: string,
  now = monotonicMs,
): Disks {
  const data = { name: 'DATA_DIR', folder: dataDir };
  const releases = RELEASES_DIR === undefined ? [] : [{ name: 'RELEASES_DIR', folder: resolve(RELEASES_DIR) }];
  const fleet = { name: 'DATA_DIR/fleet', folder: join(dataDir, 'fleet') };
  const folders = {
    needed: DATABASE_URL === undefined ? [data] : [],
    others: [...(DATABASE_URL === undefined ? [] : [data]), fleet, ...releases],
  };
  const kept = new Map<string, { at: number; found: Promise<string[]> }>();
  return {
    problems(which) {
      const last = kept.get(which);
      if (last && now() - last.at < FRESH_MS) return last.found;
      const found = Promise.all(folders[which].map(look)).then((all) => all.filter((one) => one !== null));
      kept.set(which, { at: now(), found });
      return found;
    },
  };
}

async function look({ name, folder }: { name: string; folder: string }): Promise<string | null> {
  const fault = await findWriteError(folder);
  return fault === null ? null : `${name} cannot be written to: ${fault}`;
}
