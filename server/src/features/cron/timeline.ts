import type { TimelineFacts, TimelineSource } from '../../fleet/timeline.ts';
import { listIncidents } from './queries-incidents.ts';

type Incident = Awaited<ReturnType<typeof listIncidents>>[number];

const WORDS: Readonly<Record<Incident['what'], (of: Incident) => Pick<TimelineFacts, 'kind' | 'text' | 'meaning'>>> = {
  failed: ({ task, environment }) => ({
    kind: 'cron',
    text: `Cron task ${task} failed on ${environment}`,
    meaning: 'bad',
  }),
  recovered: ({ task, environment }) => ({
    kind: 'cron',
    text: `Cron task ${task} recovered on ${environment}`,
    meaning: 'good',
  }),
  stopped: ({ environment }) => ({ kind: 'report', text: `Reports from ${environment} stopped`, meaning: 'bad' }),
  resumed: ({ environment }) => ({ kind: 'report', text: `Reports from ${environment} resumed`, meaning: 'good' }),
};

/** Failures of cron tasks, and gaps between reports that have ended. */
export const cronSources: readonly TimelineSource[] = [
  {
    name: 'cron',
    kinds: ['cron', 'report'],
    async read({ db }, scope, slice, kinds) {
      const found = await listIncidents(db, scope, slice);
      return found.map((row) => {
        const described = WORDS[row.what](row);
        const tenant = { id: row.tenantId, name: row.tenantName };
        const entry = { ...described, tenant, path: row.exists ? `/tenant/${row.tenantId}/cron` : null };
        return { us: row.us, id: row.id, entry: kinds.has(described.kind) ? entry : null };
      });
    },
  },
];
