import { bulkPath } from '@mission-control/contract/bulk/rules';
import type { RecordedChange, TimelineChanges } from '../../fleet/timeline.ts';

const describedBy =
  (verb: string, isUndone = false) =>
  ({ subject, after }: RecordedChange) => {
    const path = typeof after.bulk === 'number' ? bulkPath(after.bulk) : null;
    const canUndo = isUndone && path !== null && after.action !== 'validate';
    return { text: `${subject} ${verb}`, path, undo: canUndo ? { label: 'Undo', path } : null };
  };

/** Bulk changes on the timeline; their effects on a tenant are listed with the tenant's changes. */
export const bulkTimeline: TimelineChanges = {
  'bulk.started': { kind: 'bulk', describe: describedBy('started', true) },
  'bulk.paused': { kind: 'bulk', describe: describedBy('paused') },
  'bulk.continued': { kind: 'bulk', describe: describedBy('continued') },
  'bulk.stopped': { kind: 'bulk', describe: describedBy('stopped', true) },
  'bulk.ended': { kind: 'bulk', describe: describedBy('ended', true) },
};
