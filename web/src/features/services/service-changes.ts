import type { DomainInput, TenantPatch } from '@mission-control/contract/tenants/patch';
import type { Service } from '@mission-control/contract/catalogue';
import {
  isEmpty,
  rowsOf,
  savedPrimary,
  withBack,
  withHost,
  without,
  withPlace,
  type PlaceKey,
  type SavedService,
  type ServiceEdits,
} from './service-edits.ts';
import type { Place } from './service-places.ts';

/** One pending change. */
export interface Change {
  id: string;
  /** The changed item: a domain, the primary domain, a place. */
  what: string;
  /** Null: it is new. */
  before: string | null;
  /** Null: it is removed. */
  after: string | null;
  undo: (edits: ServiceEdits) => ServiceEdits;
}

type NameOf = (key: PlaceKey, id: number | null) => string;

/** All pending changes, in the order of the page. */
export function changesOf(
  saved: SavedService,
  edits: ServiceEdits,
  places: readonly Place[],
  nameOf: NameOf,
): Change[] {
  return [
    ...domainChanges(saved, edits),
    ...primaryChange(saved, edits),
    ...placeChanges(saved, edits, places, nameOf),
  ];
}

function domainChanges(saved: SavedService, edits: ServiceEdits): Change[] {
  const changed = rowsOf(saved, edits).flatMap((row): Change[] => {
    if (row.saved === row.host) return [];
    const { key, saved: before } = row;
    const undo = (now: ServiceEdits) => (before === null ? without(now, row) : withHost(now, key, before));
    return [{ id: key, what: 'Domain', before, after: isEmpty(row) ? 'without a host' : row.host.trim(), undo }];
  });
  const removed = saved.domains
    .filter(({ host }) => edits.removed.includes(host))
    .map(({ host }) => ({
      id: `removed ${host}`,
      what: 'Domain',
      before: host,
      after: null,
      undo: (now: ServiceEdits) => withBack(now, host),
    }));
  return [...changed, ...removed];
}

function primaryChange(saved: SavedService, edits: ServiceEdits): Change[] {
  const row = rowsOf(saved, edits).find(({ isPrimary }) => isPrimary);
  if ((row?.key ?? null) === savedPrimary(saved)) return [];
  const before = saved.domains.find(({ is_primary }) => is_primary)?.host ?? 'None';
  return [
    {
      id: 'primary',
      what: 'Primary domain',
      before,
      after: row?.host.trim() ?? 'None',
      undo: (now) => ({ ...now, primary: undefined }),
    },
  ];
}

function placeChanges(saved: SavedService, edits: ServiceEdits, places: readonly Place[], nameOf: NameOf): Change[] {
  return places.flatMap(({ key, label }) => {
    const { [key]: before } = saved.places;
    const after = edits.places[key];
    if (after === undefined || after === before) return [];
    const undo = (now: ServiceEdits) => withPlace(saved, now, key, before);
    return [{ id: key, what: label, before: nameOf(key, before), after: nameOf(key, after), undo }];
  });
}

/** Body of the PATCH: all domains if one of them changes, the changed places, and the version [SVC-24, SVC-25]. */
export function patchOf(service: Service, saved: SavedService, edits: ServiceEdits, version: number): TenantPatch {
  const places = Object.fromEntries(
    Object.entries(edits.places).filter(([key, id]) => id !== saved.places[key as PlaceKey]),
  );
  const domains = [...domainChanges(saved, edits), ...primaryChange(saved, edits)].length > 0;
  return {
    version,
    ...(domains && { domains: { [service.slug]: sentDomains(saved, edits) } }),
    ...(Object.keys(places).length > 0 && { [service.detailKey]: places }),
  };
}

/** The domains to send, in row order, without fields owned by the server. */
function sentDomains(saved: SavedService, edits: ServiceEdits): DomainInput[] {
  return rowsOf(saved, edits).map(({ host, isPrimary, hasWhitelist }) => ({
    host: host.trim(),
    is_primary: isPrimary,
    ...(hasWhitelist !== undefined && { has_whitelist: hasWhitelist }),
  }));
}
