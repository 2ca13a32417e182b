import { FLEET_KINDS, KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import { factText, namesText, type RecordedChange, type TimelineChanges } from '../../fleet/timeline.ts';

const path = (kind: FleetKind): string => `/fleet/${kind.replace('_', '-')}s`;

/** The changed fields by name. */
const fieldsOf = ({ before, after }: RecordedChange): string => {
  const names = Object.keys(before).filter((name) => name in after);
  return names.length === 0 ? '' : `: ${namesText(names)}`;
};

function changesOf(kind: FleetKind): TimelineChanges {
  const action = kind.replace('_', '-');
  const describedBy = (textOf: (change: RecordedChange) => string) => ({
    kind: 'fleet' as const,
    describe: (change: RecordedChange) => ({
      text: textOf(change),
      path: path(kind),
      environments:
        kind === 'environment' ? [change.subject, factText(change.before.name), factText(change.after.name)] : [],
      hosts: [],
    }),
  });
  const { one } = KIND_WORDS[kind];
  return {
    [`${action}.added`]: describedBy(({ subject }) => `Added the ${one} ${subject}`),
    [`${action}.changed`]: describedBy((change) => `Changed the ${one} ${change.subject}${fieldsOf(change)}`),
    [`${action}.retired`]: describedBy(({ subject }) => `Removed the ${one} ${subject}`),
  };
}

/** Changes of the fleet on the timeline. */
export const fleetTimeline: TimelineChanges = Object.assign({}, ...FLEET_KINDS.map(changesOf)) as TimelineChanges;
