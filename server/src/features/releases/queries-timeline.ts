import { and, inArray } from 'drizzle-orm';
import { inOrder, inSlice, microseconds } from '../../fleet/queries-timeline.ts';
import type { TimelineSlice } from '../../fleet/timeline.ts';
import type { Db } from '../../platform/database/database.ts';
import { runs } from '../runs/public.ts';

/** Deploys and seeds, by start or end time. */
export function listTimelineRuns(db: Db, when: 'begin' | 'end', slice: TimelineSlice) {
  const at = when === 'begin' ? runs.startedAt : runs.endedAt;
  return db
    .select({
      us: microseconds(at),
      id: runs.id,
      kind: runs.kind,
      subject: runs.subject,
      facts: runs.facts,
      tenantId: runs.tenantId,
      outcome: runs.outcome,
      startedBy: runs.startedBy,
    })
    .from(runs)
    .where(and(inArray(runs.kind, ['deploy', 'seed']), inSlice(at, runs.id, slice)))
    .orderBy(...inOrder(at, runs.id, slice))
    .limit(slice.limit);
}
