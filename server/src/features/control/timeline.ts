import { factText, type RecordedChange, type TimelineChanges } from '../../fleet/timeline.ts';

const describedBy =
  (textOf: (level: string, change: RecordedChange) => string, isUndone = false) =>
  (change: RecordedChange) => ({
    text: textOf(factText(change.after.log_level), change),
    path: change.home,
    undo: isUndone && change.home !== null ? { label: 'Restore the log level', path: change.home } : null,
  });

const utcText = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

/** Temporary log levels on the timeline. */
export const logLevelTimeline: TimelineChanges = {
  'log-level.set': {
    kind: 'log-level',
    describe: describedBy((level, { after }) => {
      const until = factText(after.until);
      return until === '' ? `Log level ${level}` : `Log level ${level} until ${utcText(until)}`;
    }, true),
  },
  'log-level.restored': { kind: 'log-level', describe: describedBy((level) => `Log level ${level} restored early`) },
  'log-level.reverted': {
    kind: 'log-level',
    describe: (change) => ({
      ...describedBy((level) => `Log level ${level} restored as scheduled`)(change),
      byNobody: true,
    }),
  },
};
