import { CONFIG_KINDS } from '@mission-control/contract/config/kinds';
import { licenceExpiry } from '@mission-control/contract/config/licence-expiry';
import {
  factText,
  namesText,
  sliceOf,
  type ChangeText,
  type RecordedChange,
  type TimelineChanges,
  type TimelineFacts,
  type TimelineRow,
  type TimelineSource,
} from '../../../fleet/timeline.ts';
import { listLicenceEnds } from './queries-licence-ends.ts';

const NAMES = new Map(CONFIG_KINDS.map((kind) => [`${kind.label} config`, kind]));

const listOf = (fact: unknown): readonly unknown[] => (Array.isArray(fact) ? fact : []);
const keysOf = (items: unknown): string[] =>
  listOf(items).flatMap((item) => (typeof item === 'object' && item && 'key' in item ? [factText(item.key)] : []));
const hostsOf = ({ after }: RecordedChange): string[] => listOf(after.hosts).map(factText);

/** Keys of the settings that a save changed. */
function changedKeys({ before, after }: RecordedChange): string {
  const keys = [...new Set([...keysOf(after.items), ...keysOf(before.items)])];
  return keys.length === 0 ? '' : `: ${namesText(keys)}`;
}

/** The page of the config and its service; none for a kind that no longer exists. */
function placeOf({ about, home }: RecordedChange): Pick<ChangeText, 'path' | 'service'> {
  const kind = NAMES.get(about);
  return { service: kind?.service, path: home !== null && kind ? `${home}/${kind.slug}/config` : home };
}

/** @param isUndone by restoring an earlier revision */
const describedBy =
  (textOf: (change: RecordedChange) => string, more: Partial<ChangeText> & { isUndone?: true } = {}) =>
  (change: RecordedChange): ChangeText => {
    const { isUndone, ...rest } = more;
    const place = placeOf(change);
    const isEditable = place.service !== undefined && change.home !== null;
    const undo = isUndone && isEditable ? { label: 'Restore a revision', path: `${place.path}?panel=revisions` } : null;
    return { ...place, ...rest, text: textOf(change), undo };
  };

const revision = ({ about, after }: RecordedChange) => `revision ${factText(after.revision)} of ${about}`;

const found =
  (textOf: (change: RecordedChange, hosts: string) => string, meaning: 'bad' | 'good') =>
  (change: RecordedChange): ChangeText => {
    const hosts = hostsOf(change);
    return { ...placeOf(change), text: textOf(change, namesText(hosts)), hosts, meaning, byNobody: true };
  };

/** Saves, commits and drift of configs on the timeline. */
export const configTimeline: TimelineChanges = {
  'config.saved': {
    kind: 'config',
    describe: describedBy((change) => `Saved ${revision(change)}${changedKeys(change)}`, { isUndone: true }),
  },
  'config.restored': {
    kind: 'config',
    describe: describedBy(
      (change) => `Restored revision ${factText(change.after.restored_revision)} of ${change.about}`,
      {
        isUndone: true,
      },
    ),
  },
  'config.taken-over': {
    kind: 'config',
    describe: describedBy(({ about, after }) => `Took over ${about} from ${factText(after.host)}`, { isUndone: true }),
  },
  'config.take-over-undone': {
    kind: 'config',
    describe: describedBy(({ about }) => `Undid the take-over of ${about}`),
  },
  'config.committed': {
    kind: 'commit',
    describe: describedBy((change) => `Committed ${revision(change)}`, { isUndone: true }),
  },
  'config.commit-failed': {
    kind: 'commit',
    describe: describedBy((change) => `Could not commit ${revision(change)}`, { meaning: 'bad' }),
  },
  'config.republished': { kind: 'commit', describe: describedBy((change) => `Published ${revision(change)} again`) },
  'config.republish-failed': {
    kind: 'commit',
    describe: describedBy((change) => `Could not publish ${revision(change)} again`, { meaning: 'bad' }),
  },
  'config.withdrawn': { kind: 'commit', describe: describedBy(({ about }) => `Withdrew ${about} from the servers`) },
  'config.drift-found': {
    kind: 'drift',
    describe: found(({ about }, hosts) => `${about} was changed by hand on ${hosts}`, 'bad'),
  },
  'config.drift-gone': {
    kind: 'drift',
    describe: found(({ about }, hosts) => `${about} is as committed again on ${hosts}`, 'good'),
  },
  'config.file-found': {
    kind: 'drift',
    describe: found(({ about }, hosts) => `An unknown ${about} was found on ${hosts}`, 'bad'),
  },
  'config.file-gone': {
    kind: 'drift',
    describe: found(({ about }, hosts) => `The unknown ${about} is gone from ${hosts}`, 'good'),
  },
  'config-template.changed': {
    kind: 'fleet',
    describe: ({ subject }) => ({ text: `Changed the ${subject}`, path: '/fleet/templates' }),
  },
};

/** Ends of licences on the timeline, at the start of their last day (UTC). */
export const licenceSource: TimelineSource = {
  name: 'licence',
  kinds: ['date'],
  async read({ db, clock }, scope, slice) {
    const now = clock.now();
    const licences = await listLicenceEnds(db, scope, slice);
    const rows = licences.flatMap(({ id, name, expires, hasConfig }): TimelineRow[] => {
      const expiry = licenceExpiry(expires, now);
      if (expiry.state === 'never' || expiry.state === 'invalid') return [];
      const hasEnded = expiry.state === 'expired';
      const entry: TimelineFacts = {
        kind: 'date',
        text: hasEnded ? 'Licence expired' : 'Licence expires',
        meaning: hasEnded ? 'bad' : 'warn',
        tenant: { id, name },
        path: hasConfig ? `/tenant/${id}/licence/config` : `/tenant/${id}`,
      };
      return [{ us: Date.parse((expires ?? '').trim().slice(0, 10)) * 1000, id, entry }];
    });
    return sliceOf(rows, slice);
  },
};
