import { bulkPath } from '@mission-control/contract/bulk/rules';
import type { RecordedChange, TimelineChanges } from '../../fleet/timeline.ts';

const told =
  (verb: string, isUndone = false) =>
  ({ subject, after }: RecordedChange) => {
    const path = typeof after.bulk === 'number' ? bulkPath(after.bulk) : null;
    return { text: `${subject} ${verb}`, path, undo: isUndone && path !== null ? { label: 'Undo', path } : null };
  };

/** Bulk changes on the timeline; their effects on a tenant are listed with the tenant's changes. */
export const bulkTimeline: TimelineChanges = {
  'bulk.started': { kind: 'bulk', describe: told('started', true) },
  'bulk.paused': { kind: 'bulk', describe: told('paused') },
  'bulk.continued': { kind: 'bulk', describe: told('continued') },
  'bulk.stopped': { kind: 'bulk', describe: told('stopped', true) },
  'bulk.ended': { kind: 'bulk', describe: told('ended', true) },
};
