import type { Service } from '@mission-control/contract/catalogue';
import { envKind, type EnvKind } from '@mission-control/contract/environments/rules';
import { coveringCertificate, hostSlug, proposeHost } from '@mission-control/contract/services/rules';
import type { PlaceProposal } from '@mission-control/contract/services/schema';
import type { Db } from '../../../platform/database/database.ts';
import type { ServiceTenant } from '../change-service.ts';
import {
  listCandidates,
  listCertificates,
  listEnvironmentNames,
  listHostsLike,
  type Candidate,
} from '../queries-adding.ts';
import type { Places } from './queries-places.ts';

/** Inputs for placing the services of a tenant. */
interface Surroundings {
  /** Environments of the region, by name. */
  candidates: Candidate[];
  kind: EnvKind;
  certificates: Awaited<ReturnType<typeof listCertificates>>;
  /** Taken hosts that start with the tenant's slug. */
  taken: Set<string>;
  slug: string;
}

export async function readSurroundings(
  db: Db,
  tenant: ServiceTenant & { staging: boolean },
  services: readonly Service[],
): Promise<Surroundings> {
  const types = services.flatMap(({ environmentTypes: { web, worker, sns } }) => [web, worker, sns]);
  const slug = hostSlug(tenant.name);
  return {
    candidates: await listCandidates(db, tenant.regionId, [...new Set(types.filter((type) => type !== null))]),
    kind: usualKind(await listEnvironmentNames(db, tenant.id)) ?? (tenant.staging ? 'staging' : 'prod'),
    certificates: await listCertificates(db),
    taken: await listHostsLike(db, slug),
    slug,
  };
}

function usualKind(names: readonly string[]): EnvKind | undefined {
  const groups = Map.groupBy(
    names.map(envKind).filter((kind) => kind !== 'unknown'),
    (kind) => kind,
  );
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

interface Proposal {
  web: PlaceProposal | null;
  worker: PlaceProposal | null;
  sns: PlaceProposal | null;
  domain: string;
}

/**
 * Proposes environments of the required types that serve the service. Prefers the kind that the tenant's other services use
 * (production for a tenant without services, staging for a training site), then the environment with the fewest services.
 */
export function proposePlacement({ candidates, kind, taken, slug }: Surroundings, service: Service): Proposal {
  const { web, worker, sns } = service.environmentTypes;
  const [suffix = ''] = service.urlSuffixes;
  const place = (type: number | null): PlaceProposal | null => {
    if (type === null) return null;
    const able = candidates.filter((candidate) => candidate.type === type && candidate.serves.includes(service.slug));
    return {
      proposed: best(able, kind)?.id ?? null,
      choices: able.map(({ id, name, services }) => ({ _id: id, environment_name: name, services })),
    };
  };
  return {
    web: place(web),
    worker: place(worker),
    sns: place(sns),
    domain: proposeHost(slug, suffix, (host) => taken.has(host)),
  };
}

function best(candidates: readonly Candidate[], wanted: EnvKind): Candidate | undefined {
  const rank = ({ name }: Candidate): number => {
    const kind = envKind(name);
    if (kind === wanted) return 0;
    return kind === 'unknown' ? 1 : 2;
  };
  return candidates.toSorted((a, b) => rank(a) - rank(b) || a.services - b.services)[0];
}

/** The proposed places as columns, with the certificate that covers the domain. */
export function proposedPlaces(
  { certificates }: Surroundings,
  service: Service,
  { web, worker, sns }: Proposal,
  domain: string,
): Required<Places> {
  return {
    webEnvironmentId: web?.proposed ?? null,
    workerEnvironmentId: worker?.proposed ?? null,
    snsEnvironmentId: sns?.proposed ?? null,
    certificateId: service.hasCertificate ? (coveringCertificate(certificates, domain)?.id ?? null) : null,
  };
}
