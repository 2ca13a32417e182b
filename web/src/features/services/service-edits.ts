import type { TenantService } from '@mission-control/contract/tenants/schema';
import { isObject } from '../../lib/is-object.ts';

/** The keys of a service's sub-object that hold its environments and its certificate. */
export type PlaceKey = keyof Pick<
  TenantService,
  'web_environment_id' | 'worker_environment_id' | 'sns_environment_id' | 'certificate'
>;

interface SavedDomain {
  host: string;
  is_primary: boolean;
  has_whitelist: boolean;
}

/** Saved state of a service that its page edits. */
export interface SavedService {
  domains: readonly SavedDomain[];
  places: Pick<TenantService, PlaceKey>;
}

/** Unsaved edits, kept apart from the saved state, so that changes by others show at once. */
export interface ServiceEdits {
  /** Removed saved hosts. */
  removed: readonly string[];
  /** Renamed hosts, by saved host. */
  renamed: ReadonlyMap<string, string>;
  added: readonly { key: string; host: string }[];
  /** Key of the primary row, null for none; undefined if unchanged. */
  primary: string | null | undefined;
  places: Partial<SavedService['places']>;
}

export const NO_EDITS: ServiceEdits = {
  removed: [],
  renamed: new Map(),
  added: [],
  primary: undefined,
  places: {},
};

/** A row of the page: a domain with edits applied. */
export interface DomainRow {
  key: string;
  host: string;
  isPrimary: boolean;
  /** Undefined for a new domain: the server decides. */
  hasWhitelist: boolean | undefined;
  /** The saved host; null: it is new. */
  saved: string | null;
}

const keyOf = (host: string) => `saved ${host}`;
const hostOfKey = (key: string) => (key.startsWith('saved ') ? key.slice('saved '.length) : null);

/** Key of the saved primary row; null for none. */
export function savedPrimary({ domains }: SavedService): string | null {
  const primary = domains.find(({ is_primary }) => is_primary);
  return primary ? keyOf(primary.host) : null;
}

/** Saved domains with edits applied. A renamed domain removed by somebody else stays as a new one. */
export function rowsOf(saved: SavedService, edits: ServiceEdits): DomainRow[] {
  const { removed, renamed, added } = edits;
  const primary = edits.primary === undefined ? savedPrimary(saved) : edits.primary;
  const hosts = new Set(saved.domains.map(({ host }) => host));
  const kept = saved.domains
    .filter(({ host }) => !removed.includes(host))
    .map(({ host, has_whitelist }) => ({
      key: keyOf(host),
      host: renamed.get(host) ?? host,
      hasWhitelist: has_whitelist,
      saved: host,
    }));
  const orphans = [...renamed]
    .filter(([host]) => !hosts.has(host))
    .map(([host, now]) => ({ key: keyOf(host), host: now }));
  const fresh = [...orphans, ...added].map((row) => ({ ...row, hasWhitelist: undefined, saved: null }));
  return [...kept, ...fresh].map((row) => ({ ...row, isPrimary: row.key === primary }));
}

/** True for a row without a host. */
export const isEmpty = ({ host }: Pick<DomainRow, 'host'>): boolean => host.trim() === '';

/** Adds an empty row, unless there is one already [SVC-29]. @param key unique */
export function withRow(saved: SavedService, edits: ServiceEdits, key: string): ServiceEdits {
  if (rowsOf(saved, edits).some(isEmpty)) return edits;
  return { ...edits, added: [...edits.added, { key, host: '' }] };
}

/** Changes a row's host; restoring the saved host clears the edit. */
export function withHost(edits: ServiceEdits, key: string, host: string): ServiceEdits {
  const before = hostOfKey(key);
  if (before === null) {
    return { ...edits, added: edits.added.map((row) => (row.key === key ? { key, host } : row)) };
  }
  const renamed = new Map(edits.renamed);
  if (host.trim() === before) renamed.delete(before);
  else renamed.set(before, host);
  return { ...edits, renamed };
}

/** Makes a row primary, which turns off all others [SVC-30], or turns the primary one off. */
export function withPrimary(saved: SavedService, edits: ServiceEdits, key: string, on: boolean): ServiceEdits {
  const primary = on ? key : null;
  return { ...edits, primary: primary === savedPrimary(saved) ? undefined : primary };
}

/** Removes a row. The caller must keep the primary one. */
export function without(edits: ServiceEdits, { key, saved }: DomainRow): ServiceEdits {
  return {
    ...edits,
    removed: saved === null ? edits.removed : [...edits.removed, saved],
    renamed: new Map([...edits.renamed].filter(([host]) => keyOf(host) !== key)),
    added: edits.added.filter((row) => row.key !== key),
  };
}

/** Restores a removed domain. */
export function withBack(edits: ServiceEdits, host: string): ServiceEdits {
  return { ...edits, removed: edits.removed.filter((one) => one !== host) };
}

/** Chooses a place; choosing the saved one clears the edit. */
export function withPlace(saved: SavedService, edits: ServiceEdits, key: PlaceKey, id: number | null): ServiceEdits {
  const { [key]: _before, ...places } = edits.places;
  return { ...edits, places: id === saved.places[key] ? places : { ...places, [key]: id } };
}

/**
 * The edits of a draft with those of the form, which win. A row added in both is one row.
 * @param next the first unused number of an added row
 */
export function mergeEdits(kept: ServiceEdits, mine: ServiceEdits, next: number): ServiceEdits {
  const added = new Map(
    kept.added.map(({ key, host }, at) => {
      const same = mine.added.find((row) => row.host.trim() === host.trim());
      return [key, same ?? { key: `new ${next + at}`, host }];
    }),
  );
  const { primary } = kept;
  const keptPrimary = typeof primary === 'string' ? (added.get(primary)?.key ?? primary) : primary;
  return {
    removed: [...new Set([...kept.removed.filter((host) => !mine.renamed.has(host)), ...mine.removed])],
    renamed: new Map([...[...kept.renamed].filter(([host]) => !mine.removed.includes(host)), ...mine.renamed]),
    added: [...new Set([...added.values(), ...mine.added])],
    primary: mine.primary === undefined ? keptPrimary : mine.primary,
    places: { ...kept.places, ...mine.places },
  };
}

/** Edits as they are stored; null: none. */
export function storedEdits({ renamed, primary, ...rest }: ServiceEdits): object {
  return { ...rest, renamed: [...renamed], ...(primary !== undefined && { primary }) };
}

/** Reads stored edits; null for anything else. */
export function readEdits(stored: unknown): ServiceEdits | null {
  if (!isObject(stored)) return null;
  const { removed, renamed, added, primary, places } = stored;
  if (!Array.isArray(removed) || !Array.isArray(renamed) || !Array.isArray(added)) return null;
  return {
    removed: removed as string[],
    renamed: new Map(renamed as [string, string][]),
    added: added as ServiceEdits['added'],
    primary: primary as ServiceEdits['primary'],
    places: (places ?? {}) as ServiceEdits['places'],
  };
}
