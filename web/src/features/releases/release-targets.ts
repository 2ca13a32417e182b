import {
  RELEASE_APPS,
  RELEASE_ENVS,
  RELEASE_SERVICES,
  releaseService,
  type ReleaseApp,
  type ReleaseEnv,
  type ReleaseService,
} from '@mission-control/contract/releases/catalogue';
import { listVersions } from '@mission-control/contract/releases/calls';
import { versionsQuery } from '@mission-control/contract/releases/rules';
import type { CurrentVersion, DeployLock } from '@mission-control/contract/releases/schema';
import { queryOf } from '../../lib/api/query.ts';

export const asApp = (text: string | undefined): ReleaseApp | null => RELEASE_APPS.find((app) => app === text) ?? null;
export const asEnv = (text: string | undefined): ReleaseEnv | null => RELEASE_ENVS.find((env) => env === text) ?? null;

/** The service of this slug if it is one of the app's. */
export function asService(app: string, text: string | undefined): ReleaseService | null {
  const found = text === undefined ? undefined : releaseService(text);
  return found?.app === app ? found : null;
}

/** Versions of an app that can be deployed to an environment [REL-17]. */
export const versionsOf = (app: ReleaseApp, env: ReleaseEnv) =>
  queryOf(listVersions, { query: { ...versionsQuery(app, env), app, env } });

/** Services with their own version, of one app or all; excludes "All", which combines other services. */
export const rowsOf = (app: ReleaseApp | null): readonly ReleaseService[] =>
  RELEASE_SERVICES.filter((one) => (app === null || one.app === app) && one.parts.join() === one.value);

/** Current versions of a service's parts on an environment, in the order of the parts. */
export const versionsAt = (service: string, env: string, all: readonly CurrentVersion[]): readonly CurrentVersion[] =>
  (releaseService(service)?.parts ?? []).flatMap(
    (part) => all.find((one) => one.service === part && one.env === env) ?? [],
  );

/** The lock of a service, or of one of its parts, on an environment. */
export const lockAt = (service: string, env: string, locks: readonly DeployLock[]): DeployLock | null =>
  locks.find((lock) => lock.env === env && releaseService(service)?.parts.some((part) => lock.parts.includes(part))) ??
  null;

/** The common version; null when they differ or have none. */
function common(of: (one: CurrentVersion) => string | null, all: readonly CurrentVersion[]): string | null {
  const [first = null, ...others] = all.map(of);
  return others.every((other) => other === first) ? first : null;
}

/** A rollback of a target: from and to version, or the reason why there is none. */
export type Rollback = { from: string; to: string } | { refusal: string };

/** The rollback of these parts; parts with different histories are rolled back one by one. */
export function rollbackOf(parts: readonly CurrentVersion[]): Rollback {
  const from = common((one) => one.version, parts);
  const to = common((one) => one.previous, parts);
  if (from !== null && to !== null) return { from, to };
  const same = parts.every((one) => one.version === parts[0]?.version && one.previous === parts[0]?.previous);
  return {
    refusal: same
      ? 'There is no version before this one.'
      : 'Its services have different versions. Roll them back individually.',
  };
}

/** Version changes of a deploy: one if all parts have the same version, else one for each part that changes. */
export function changesOf(
  parts: readonly CurrentVersion[],
  to: string,
): { name: string | null; from: string | null }[] {
  const [first] = parts;
  if (parts.every((one) => one.version === first?.version)) return [{ name: null, from: first?.version ?? null }];
  return parts
    .filter((one) => one.version !== to)
    .map((one) => ({ name: releaseService(one.service)?.label ?? one.service, from: one.version }));
}

interface VersionParts {
  numbers: number[];
  /** Pre-release suffix, such as rc2; '' for a final release. */
  rest: string;
}

function partsOf(version: string): VersionParts | null {
  const found = /^v?(\d+(?:\.\d+)*)(?:[-.+]?([a-z].*))?$/i.exec(version);
  return found === null ? null : { numbers: (found[1] ?? '').split('.').map(Number), rest: found[2] ?? '' };
}

/** Whether a version is newer, by its numbers; a pre-release, such as rc2, precedes its release. */
export function isNewer(version: string, other: string): boolean {
  const [mine, theirs] = [partsOf(version), partsOf(other)];
  if (mine === null || theirs === null) return false;
  for (let at = 0; at < Math.max(mine.numbers.length, theirs.numbers.length); at += 1) {
    const step = (mine.numbers[at] ?? 0) - (theirs.numbers[at] ?? 0);
    if (step !== 0) return step > 0;
  }
  if (mine.rest === '' || theirs.rest === '') return mine.rest === '' && theirs.rest !== '';
  return mine.rest.localeCompare(theirs.rest, 'en', { numeric: true }) > 0;
}
