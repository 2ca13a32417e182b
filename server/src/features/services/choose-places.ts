import { envKind, type EnvKind } from '@mission-control/contract/environments/rules';
import type { Service } from '@mission-control/contract/services/catalogue';
import type { Db } from '../../platform/database/database.ts';
import type { ServiceTenant } from './change-service.ts';
import { listCandidates, listEnvironmentNames, type Candidate } from './queries-adding.ts';

/** Where a new service begins to run; null where the region has no such environment. */
export interface ChosenPlaces {
  webEnvironmentId: number | null;
  workerEnvironmentId: number | null;
  snsEnvironmentId: number | null;
}

/**
 * Picks the environments of a new service by type in the tenant's region: of the kind that its other services are on (production
 * for a tenant without any, staging for a training site), then the one with the fewest services.
 */
export async function choosePlaces(
  db: Db,
  tenant: ServiceTenant & { staging: boolean },
  service: Service,
): Promise<ChosenPlaces> {
  const { web, worker, sns } = service.environmentTypes;
  const types = [web, worker, sns].filter((type) => type !== null);
  const candidates = await listCandidates(db, tenant.regionId, types);
  const all = candidates.filter(({ serves }) => serves.includes(service.slug));
  const kind = usualKind(await listEnvironmentNames(db, tenant.id)) ?? (tenant.staging ? 'staging' : 'prod');
  const pick = (type: number | null) =>
    best(
      all.filter((one) => one.type === type),
      kind,
    )?.id ?? null;
  return { webEnvironmentId: pick(web), workerEnvironmentId: pick(worker), snsEnvironmentId: pick(sns) };
}

function usualKind(names: readonly string[]): EnvKind | undefined {
  const groups = Map.groupBy(
    names.map(envKind).filter((kind) => kind !== 'unknown'),
    (kind) => kind,
  );
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

function best(candidates: readonly Candidate[], wanted: EnvKind): Candidate | undefined {
  const rank = ({ name }: Candidate): number => {
    const kind = envKind(name);
    if (kind === wanted) return 0;
    return kind === 'unknown' ? 1 : 2;
  };
  return candidates.toSorted((a, b) => rank(a) - rank(b) || a.services - b.services)[0];
}
