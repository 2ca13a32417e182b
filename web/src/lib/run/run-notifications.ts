import { generationWarnings } from '@mission-control/contract/branding/rules';
import { findSequence, listRuns, readRunOutput, tellRun } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { usePageHidden } from '../../ui/display/now.ts';
import { toast } from '../../ui/toast/toast.ts';
import { api } from '../api/api.ts';
import { invalidateTopics, queryOf } from '../api/query.ts';
import { endOfSequence, outcomeOf, type RunOutcomeText } from './run-outcome.ts';
import { isReportedHere } from './run-sequence.ts';

/** Polling interval in case a live event is lost. */
const POLL_MS = 15_000;

/** Time for other visible tabs to read the list before the run is recorded as reported. */
const NOTE_AFTER_MS = 3_000;

/** Pages that show runs of a kind with their output. */
const SHOWN_ON: Partial<Record<RunRow['kind'], string>> = {
  release: '/tools/create-release',
  deploy: '/tools/deploy-release',
  seed: '/tools/seed-tenant',
  translations: '/tools/upload-translations',
  inventory: '/fleet/import',
};

/** Runs this tab has reported, in case it refetches the list before the server has noted them. */
const shownHere = new Set<number>();

/**
 * Reports ended runs to the user on any page of a visible tab, including runs started in a closed tab or before a new sign-in (C-133). Every
 * visible tab reports; the server records that it was done.
 */
export function useRunNotifications(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const isSeen = !usePageHidden();
  const { data } = useQuery({
    ...queryOf(listRuns, { query: { untold: '1' } }),
    enabled: isSeen,
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
  const report = useEffectEvent(async (run: RunRow) => {
    const said = run.sequence === null ? outcomeOf(run) : await outcomeInSequence(run, run.sequence);
    const isShown = router.latestLocation.pathname === (SHOWN_ON[run.kind] ?? '');
    const open = {
      label: `Open run ${run.id}`,
      onClick: () => void navigate({ to: '/runs/$id', params: { id: String(run.id) } }),
    };
    if (said) toast[said.meaning](said.text, { detail: said.detail, action: isShown ? undefined : open });
    if (run.kind === 'branding-generation') for (const warning of await warningsOf(run)) toast.warning(warning);
    const note = () => api.send(tellRun, { params: { id: run.id } });
    // The tab that drives a sequence reports it, so other tabs need no time to read its runs.
    if (run.sequence !== null) await note();
    else setTimeout(() => void note().catch(() => undefined), NOTE_AFTER_MS);
  });
  useEffect(() => {
    if (!isSeen) return;
    const news = (data?.runs ?? []).filter(({ id }) => !shownHere.has(id)).toReversed();
    for (const run of news) {
      shownHere.add(run.id);
      // A run not recorded is reported again by another tab or after a reload, which does no harm.
      void report(run).catch(() => undefined);
    }
    // Refetches what the runs changed even if a live event was lost.
    const topics = [TOPIC.runs, TOPIC.releases, ...news.map(({ id }) => TOPIC.run(id))];
    if (news.length > 0) void invalidateTopics(client, topics);
  }, [client, data, isSeen]);
}

/** For a sequence, each failure and its end are reported; a sequence driven by this tab reports itself. */
async function outcomeInSequence(run: RunRow, key: string): Promise<RunOutcomeText | null> {
  if (isReportedHere(key)) return null;
  if (run.outcome !== 'succeeded') return outcomeOf(run);
  const { sequence } = await api.send(findSequence, { query: { kind: run.kind, key } });
  return sequence && endOfSequence(sequence);
}

async function warningsOf({ id, outcome, facts }: RunRow): Promise<string[]> {
  if (outcome !== 'succeeded' || facts.saved !== true) return [];
  const { pieces } = await api.send(readRunOutput, { params: { id }, query: {} });
  return generationWarnings(pieces.map(({ text }) => text).join(''));
}

/** The hook as a component, so that its code can be loaded lazily. */
export function RunNotifications() {
  useRunNotifications();
  return null;
}
