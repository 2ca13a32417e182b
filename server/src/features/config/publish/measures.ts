import type { Measure } from '../../../platform/measure.ts';
import { readRunningPublications } from './queries-publications.ts';

export const publicationMeasures: readonly Measure[] = [
  {
    name: 'publications_running',
    help: 'Commits that are being published to servers.',
    label: null,
    read: async ({ db }) => new Map([['', (await readRunningPublications(db)).count]]),
  },
  {
    name: 'publications_oldest_seconds',
    help: 'How long the oldest of them has run.',
    label: null,
    read: async ({ db }) => new Map([['', (await readRunningPublications(db)).oldest]]),
  },
];
