import type { ConfigState } from '@mission-control/contract/config/schema';
import { changesText } from './save-diff.ts';

interface CommitSituation {
  state: Pick<ConfigState, 'hash' | 'committed_hash' | 'targets'>;
  unsaved: number;
  saving: boolean;
}

/** Whether Commit is there at all, and why it cannot be pressed now; null = it can (C-030, C-082). */
export function commitGate({ state, unsaved, saving }: CommitSituation): { shown: boolean; reason: string | null } {
  if (state.hash === state.committed_hash) return { shown: false, reason: null };
  if (saving) return { shown: true, reason: 'Wait until the config is saved' };
  if (unsaved > 0) return { shown: true, reason: `Save or reset the ${changesText(unsaved, 'unsaved change')} first` };
  if (state.targets.length === 0) return { shown: true, reason: 'The service has no servers to write to' };
  return { shown: true, reason: null };
}
