import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { ConfigState } from '@mission-control/contract/config/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { countText } from '@mission-control/contract/numbers';

interface CommitSituation {
  state: Pick<ConfigState, 'hash' | 'committed_hash' | 'targets'>;
  /** A server's file differs from the committed one: committing again overwrites it. */
  drifted?: boolean;
  unsaved: number;
  saving: boolean;
}

/** Whether Commit is shown, and why it is disabled; null = enabled (C-030, C-082). */
export function commitGate(situation: CommitSituation): { shown: boolean; reason: string | null } {
  const { state, drifted = false, unsaved, saving } = situation;
  // A file from before the console: there is nothing to commit, but it can be taken over.
  if (state.hash === null || (state.hash === state.committed_hash && !drifted)) return { shown: false, reason: null };
  if (saving) return { shown: true, reason: 'Wait until the config is saved' };
  if (unsaved > 0) return { shown: true, reason: `Save or reset the ${countText(unsaved, 'unsaved change')} first` };
  if (state.targets.length === 0) return { shown: true, reason: 'The service has no servers to write to' };
  return { shown: true, reason: null };
}

/** Hashes of a config: of the last commit (null: never committed), and of what is saved. */
function hashesOf(tenant: TenantDetail, config: ConfigKindSlug): { stored: string | null; current: string | null } {
  // Index 5 is the combined hash of three configs; service_hashes has the hash of each.
  const separate = tenant.service_hashes[config];
  if (separate) return separate;
  const index = findConfigKind(config)?.hashIndex;
  if (index === undefined) return { stored: null, current: null };
  return { stored: tenant.config_hashes[index] ?? null, current: tenant.current_hashes[index] ?? null };
}

/** True when the saved config is not what its servers have (C-029). */
export function commitWaits(tenant: TenantDetail, config: ConfigKindSlug): boolean {
  const { stored, current } = hashesOf(tenant, config);
  return stored !== current;
}

/** True when this console has never committed the config. */
export const neverCommitted = (tenant: TenantDetail, config: ConfigKindSlug): boolean =>
  hashesOf(tenant, config).stored === null;
