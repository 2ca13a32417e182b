import { releaseService, RELEASE_SERVICES, type ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { buildEnvFor } from '@mission-control/contract/releases/rules';
import type { VersionRow } from '@mission-control/contract/releases/schema';
import type { ReleaseRow } from '../queries.ts';

/**
 * Chooses the release of a service on an environment among those of one version: builds of the service itself before an "All" that includes
 * it, builds for this environment before others, newest first. bg has its settings built in, so only a build for its environment is
 * suitable.
 */
export function chooseRelease(rows: readonly ReleaseRow[], service: string, env: ReleaseEnv): ReleaseRow | undefined {
  const fitting = rows.filter(
    (row) =>
      releaseService(row.service)?.parts.includes(service) &&
      (row.app !== 'bg' || row.env === buildEnvFor(row.app, env)),
  );
  const rank = (row: ReleaseRow): number => (row.service === service ? 0 : 2) + (row.env === env ? 0 : 1);
  return fitting.toSorted((a, b) => rank(a) - rank(b) || b.id - a.id)[0];
}

/**
 * The versions available to an environment, newest first.
 * @param rows all releases of an app, newest first
 * @param anyBuild includes versions built only for other environments
 */
export function toVersions(rows: readonly ReleaseRow[], env: ReleaseEnv, anyBuild: boolean): VersionRow[] {
  const versions = Map.groupBy(rows, (row) => row.version);
  return [...versions].flatMap(([version, all]) => {
    const usable = anyBuild ? all : all.filter((row) => row.env === buildEnvFor(row.app, env));
    const [newest] = usable;
    if (newest === undefined) return [];
    const services = RELEASE_SERVICES.filter(
      ({ app, parts }) => app === newest.app && parts.every((part) => chooseRelease(usable, part, env) !== undefined),
    );
    if (services.length === 0) return [];
    return {
      version,
      app: newest.app,
      services: services.map((service) => service.value),
      created_at: newest.createdAt.toISOString(),
      created_by: newest.createdBy,
      commit: newest.commit,
    };
  });
}
