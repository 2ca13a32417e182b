import { generationWarnings } from '@mission-control/contract/branding/rules';
import { findSequence, listRuns, readRunOutput, tellRun } from '@mission-control/contract/runs/calls';
import type { RunRow } from '@mission-control/contract/runs/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toast } from '../ui/toast.ts';
import { api } from './api.ts';
import { invalidateTopics, queryOf } from './query.ts';
import { endOfSequence, outcomeOf, type RunOutcomeText } from './run-outcome.ts';
import { isToldHere } from './run-sequence.ts';

/** The person's own runs that have ended and were not told yet. */
const untoldQuery = queryOf(listRuns, { query: { untold: '1' } }, ['runs']);
/** Looked at so often, should a live event get lost. */
const LOOK_MS = 15_000;

/** The pages that show runs of a kind with their output. */
const SHOWN_ON: Partial<Record<RunRow['kind'], string>> = {
  release: '/tools/create-release',
  deploy: '/tools/deploy-release',
  seed: '/tools/seed-tenant',
  translations: '/tools/upload-translations',
};

/** What this tab has told, should it read the list again before the server has noted it. */
const toldHere = new Set<number>();

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * Tells the person how their runs ended, on whatever page, in whatever tab is seen: also those that were started in a tab that is
 * closed, or before a new sign-in (C-133). Every tab that is seen tells it; the server notes that it was told.
 */
export function useRunNews(): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const isSeen = useSyncExternalStore(followVisibility, () => !document.hidden);
  const { data } = useQuery({ ...untoldQuery, enabled: isSeen, refetchInterval: LOOK_MS, staleTime: 0 });
  const tell = useEffectEvent(async (run: RunRow) => {
    const said = run.sequence === null ? outcomeOf(run) : await outcomeInSequence(run, run.sequence);
    const isShown = router.latestLocation.pathname === (SHOWN_ON[run.kind] ?? '');
    const open = { label: `Open run ${run.id}`, onClick: () => void navigate({ to: `/runs/${run.id}` }) };
    if (said) toast[said.meaning](said.text, { detail: said.detail, action: isShown ? undefined : open });
    if (run.kind === 'branding-generation') for (const warning of await warningsOf(run)) toast.warning(warning);
    await api.send(tellRun, { params: { id: run.id } });
  });
  useEffect(() => {
    if (!isSeen) return;
    const news = (data?.runs ?? []).filter(({ id }) => !toldHere.has(id)).toReversed();
    for (const run of news) {
      toldHere.add(run.id);
      // What could not be noted is told once more by another tab or after a reload, which does no harm.
      void tell(run).catch(() => undefined);
    }
    // What the runs have changed is read again even when its live event was lost.
    const topics = ['runs', 'releases', ...news.map(({ id }) => `run:${id}`)];
    if (news.length > 0) void invalidateTopics(client, topics);
  }, [client, data, isSeen]);
}

/** Of a sequence each failure is told, and the end of it all; what this tab works through it tells itself. */
async function outcomeInSequence(run: RunRow, key: string): Promise<RunOutcomeText | null> {
  if (isToldHere(key)) return null;
  if (run.outcome !== 'succeeded') return outcomeOf(run);
  const { sequence } = await api.send(findSequence, { query: { kind: run.kind, key } });
  return sequence && endOfSequence(sequence);
}

async function warningsOf({ id, outcome, facts }: RunRow): Promise<string[]> {
  if (outcome !== 'succeeded' || facts.saved !== true) return [];
  const { pieces } = await api.send(readRunOutput, { params: { id }, query: {} });
  return generationWarnings(pieces.map(({ text }) => text).join(''));
}

/** The hook as a component, whose code need not be there for the first page. */
export function RunNews() {
  useRunNews();
  return null;
}
