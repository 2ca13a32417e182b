import type { TimelineSource } from '../../fleet/timeline.ts';
import { listTimelineWindows } from './queries-timeline.ts';

const windowsBy = (when: 'begin' | 'end', past: string, coming: string): TimelineSource => ({
  name: `window-${when}`,
  kinds: ['maintenance'],
  async read({ db, clock }, scope, slice) {
    const found = await listTimelineWindows(db, when, scope, slice);
    const now = clock.now().getTime() * 1000;
    return found.map(({ us, id, name }) => ({
      us,
      id,
      entry: {
        kind: 'maintenance',
        text: `Maintenance ${us > now ? coming : past}: ${name}`,
        path: '/alerts/maintenance',
      },
    }));
  },
});

/** Maintenance windows on the timeline, when they begin and when they end. */
export const windowSources: readonly TimelineSource[] = [
  windowsBy('end', 'ended', 'ends'),
  windowsBy('begin', 'began', 'begins'),
];
