import type { RunKind, RunOutcome } from '@mission-control/contract/runs/kinds';
import type { ChipMeaning } from '../../ui/status-chip.tsx';

/** The kinds of runs in words. */
export const KIND_WORDS: Record<RunKind, string> = {
  release: 'Create release',
  deploy: 'Deploy',
  seed: 'Seed',
  translations: 'Translations',
  'branding-generation': 'Branding',
};

/** How runs are, in words and meanings. */
export const OUTCOMES: Record<RunOutcome, { word: string; meaning: ChipMeaning }> = {
  running: { word: 'Running', meaning: 'notice' },
  succeeded: { word: 'Succeeded', meaning: 'good' },
  failed: { word: 'Failed', meaning: 'bad' },
  aborted: { word: 'Aborted', meaning: 'off' },
  unknown: { word: 'Unknown', meaning: 'warn' },
};
