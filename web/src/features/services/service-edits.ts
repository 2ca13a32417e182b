import type { TenantService } from '@mission-control/contract/tenants/schema';

/** Where a service runs, and the certificate that it is served with: keys of its sub-object. */
export type PlaceKey = keyof Pick<
  TenantService,
  'web_environment_id' | 'worker_environment_id' | 'sns_environment_id' | 'certificate'
>;

interface SavedDomain {
  host: string;
  is_primary: boolean;
  has_whitelist: boolean;
}

/** What is saved of a service, as far as its page changes it. */
export interface SavedService {
  domains: readonly SavedDomain[];
  places: Pick<TenantService, PlaceKey>;
}

/** What a person has done since the last save. It is kept apart from what is saved, so that changes by others show at once. */
export interface ServiceEdits {
  /** Saved hosts that go. */
  removed: readonly string[];
  /** Other hosts for saved ones, by what is saved. */
  renamed: ReadonlyMap<string, string>;
  added: readonly { key: string; host: string }[];
  /** Key of the row that is primary, null for none; undefined as it is saved. */
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

/** A row of the page: a domain as it will be once it is saved. */
export interface DomainRow {
  key: string;
  host: string;
  isPrimary: boolean;
  /** Undefined for a new one: the server knows. */
  hasWhitelist: boolean | undefined;
  /** The saved host; null: it is new. */
  saved: string | null;
}

const keyOf = (host: string) => `saved ${host}`;
const hostOfKey = (key: string) => (key.startsWith('saved ') ? key.slice('saved '.length) : null);

/** Key of the row that is primary in the saved state; null for none. */
export function savedPrimary({ domains }: SavedService): string | null {
  const primary = domains.find(({ is_primary }) => is_primary);
  return primary ? keyOf(primary.host) : null;
}

/** The saved domains with the edits on top. A renamed domain that somebody else has removed stays as a new one. */
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

/** True for a host that nobody has typed yet. */
export const isEmpty = ({ host }: Pick<DomainRow, 'host'>): boolean => host.trim() === '';

/** Adds an empty row, unless there is one already [SVC-29]. @param key of its own */
export function withRow(saved: SavedService, edits: ServiceEdits, key: string): ServiceEdits {
  if (rowsOf(saved, edits).some(isEmpty)) return edits;
  return { ...edits, added: [...edits.added, { key, host: '' }] };
}

/** Gives a row another host; a saved one that is again as it was is not changed any more. */
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

/** Turns a row on as primary, which turns off all others [SVC-30], or the primary one off. */
export function withPrimary(saved: SavedService, edits: ServiceEdits, key: string, on: boolean): ServiceEdits {
  const primary = on ? key : null;
  return { ...edits, primary: primary === savedPrimary(saved) ? undefined : primary };
}

/** Takes a row away. That the primary one stays is for the caller to see to. */
export function without(edits: ServiceEdits, { key, saved }: DomainRow): ServiceEdits {
  return {
    ...edits,
    removed: saved === null ? edits.removed : [...edits.removed, saved],
    renamed: new Map([...edits.renamed].filter(([host]) => keyOf(host) !== key)),
    added: edits.added.filter((row) => row.key !== key),
  };
}

/** Brings a removed domain back. */
export function withBack(edits: ServiceEdits, host: string): ServiceEdits {
  return { ...edits, removed: edits.removed.filter((one) => one !== host) };
}

/** Chooses a place; the saved one again is no change. */
export function withPlace(saved: SavedService, edits: ServiceEdits, key: PlaceKey, id: number | null): ServiceEdits {
  const { [key]: _before, ...places } = edits.places;
  return { ...edits, places: id === saved.places[key] ? places : { ...places, [key]: id } };
}
