import {
  ALL_REGENERATED,
  BRANDING_FAILED,
  BRANDING_SAVED,
  notGenerated,
  regenerateFailed,
} from '@mission-control/contract/branding/rules';
import { inventoryApplied, inventoryFailed } from '@mission-control/contract/inventory/plan';
import {
  deployFailed,
  releaseCreated,
  releaseDeployed,
  releaseFailed,
  seedComplete,
  seedFailed,
} from '@mission-control/contract/releases/rules';
import { type RunKind, itemsIn } from '@mission-control/contract/runs/rules';
import type { RunRow } from '@mission-control/contract/runs/schema';
import type { SequenceRow } from '@mission-control/contract/runs/sequence';
import { uploadFailed, uploadSucceeded } from '@mission-control/contract/translations/rules';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { runIdIn } from '../api/start-call.ts';
import { runQuery } from './follow-run.ts';

/** Polling interval of a run in case a live event is lost. */
const POLL_MS = 2_000;

/** Resolves when a run has ended; retries while the server is unavailable. */
export function endOfRun(client: QueryClient, id: number): Promise<RunRow> {
  return new Promise((settle) => {
    const observer = new QueryObserver(client, { ...runQuery(id), staleTime: 0, refetchInterval: POLL_MS });
    const stop = observer.subscribe(({ data }) => {
      if (!data || data.run.outcome === 'running') return;
      stop();
      settle(data.run);
    });
  });
}

/** Id of the run a failure refers to: the failed one, or the one holding the lock; null if there is none. */
export function runOfFailure(error: unknown): number | null {
  return error instanceof ApiError ? runIdIn(error.details) : null;
}

/** Report of an ended run, in the documented wording. */
export interface RunOutcomeText {
  meaning: 'success' | 'error';
  text: string;
  detail?: string;
}

type Ended = Pick<RunRow, 'facts' | 'outcome' | 'error' | 'started_at' | 'ended_at'>;

/** Whole seconds, at least one, as in the documented response [REL-14]. */
export function secondsOf({ started_at, ended_at }: Pick<RunRow, 'started_at' | 'ended_at'>): number {
  const ms = Date.parse(ended_at ?? started_at) - Date.parse(started_at);
  return Math.max(1, Math.round(ms / 1000));
}

const OUTCOME_TEXTS: Record<RunKind, (run: Ended, fact: (name: string) => string, reason: string) => [string, string]> =
  {
    release: (run, fact, reason) => [releaseCreated(fact('version'), secondsOf(run)), releaseFailed(reason || '?')],
    deploy: (_, fact, reason) => [releaseDeployed(fact('version'), fact('env')), deployFailed(reason || '?')],
    seed: (_, fact, reason) => [seedComplete(fact('tenant')), seedFailed(reason)],
    translations: (_, fact, reason) => [uploadSucceeded(fact('type')), uploadFailed(reason)],
    inventory: (_, fact, reason) => [inventoryApplied(fact('file')), inventoryFailed(fact('file'), reason || '?')],
    'branding-generation': ({ facts }, fact) => [
      facts.saved === true ? BRANDING_SAVED : '',
      facts.saved === true ? BRANDING_FAILED : regenerateFailed(fact('tenant')),
    ],
  };

/** Report of an ended run; null when its success is silent. */
export function outcomeOf(run: Ended & Pick<RunRow, 'kind'>): RunOutcomeText | null {
  const fact = (name: string): string => {
    const value = run.facts[name];
    return typeof value === 'string' ? value : '';
  };
  const reason = run.error ?? '';
  const [success, failure] = OUTCOME_TEXTS[run.kind](run, fact, reason);
  if (run.outcome === 'succeeded') return success === '' ? null : { meaning: 'success', text: success };
  // The documented sentence for brandings has no place for the reason.
  if (run.kind !== 'branding-generation' || reason === '') return { meaning: 'error', text: failure };
  return { meaning: 'error', text: failure, detail: run.facts.saved === true ? notGenerated(reason) : reason };
}

/** Report of a sequence whose last item has ended; null while items are left, or when a failure was already reported. */
export function endOfSequence(sequence: SequenceRow): RunOutcomeText | null {
  if (itemsIn(sequence, 'waiting', 'running').length > 0) return null;
  if (sequence.kind !== 'release') return { meaning: 'success', text: ALL_REGENERATED };
  if (itemsIn(sequence, 'failed').length > 0) return null;
  const seconds = sequence.items.reduce((sum, item) => sum + (item.seconds ?? 0), 0);
  return { meaning: 'success', text: releaseCreated(sequence.facts.tag ?? '', seconds) };
}
