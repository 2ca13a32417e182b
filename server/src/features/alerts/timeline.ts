import type { TimelineSource } from '../../fleet/timeline.ts';
import { listTimelineAlerts } from './queries-timeline.ts';

const alertsBy = (when: 'opened' | 'resolved'): TimelineSource => ({
  name: `alert-${when}`,
  kinds: ['alert'],
  async read({ db }, scope, slice) {
    const found = await listTimelineAlerts(db, when, scope, slice);
    return found.map(({ us, id, title }) => ({
      us,
      id,
      entry: {
        kind: 'alert',
        text: when === 'opened' ? `Alert: ${title}` : `Alert resolved: ${title}`,
        meaning: when === 'opened' ? 'bad' : 'good',
        path: `/alerts/${id}`,
      },
    }));
  },
});

/** Alerts on the timeline, when they opened and when they were resolved. */
export const alertSources: readonly TimelineSource[] = [alertsBy('resolved'), alertsBy('opened')];
