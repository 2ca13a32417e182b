import { SERVICES } from '@mission-control/contract/catalogue';
import { isDeepStrictEqual } from 'node:util';
import {
  factText,
  namesText,
  type ChangeText,
  type RecordedChange,
  type TimelineChanges,
} from '../../fleet/timeline.ts';

const PLACES: Readonly<Record<string, string>> = {
  webEnvironment: 'web environment',
  workerEnvironment: 'worker environment',
  snsEnvironment: 'SNS environment',
  certificate: 'certificate',
};

/** The changes of a service update: places by name, domains by host. */
function changed({ before, after }: RecordedChange): string {
  const places = Object.entries(PLACES).flatMap(([name, label]) =>
    name in after && before[name] !== after[name]
      ? [`${label} ${factText(before[name]) || 'none'} became ${factText(after[name]) || 'none'}`]
      : [],
  );
  const domains = isDeepStrictEqual(before.domains, after.domains) ? [] : domainChanges(before.domains, after.domains);
  return [...domains, ...places].join('; ') || 'changed';
}

function domainChanges(before: unknown, after: unknown): string[] {
  const [earlier, now] = [new Set(hosts(before)), new Set(hosts(after))];
  const [added, removed] = [[...now.difference(earlier)], [...earlier.difference(now)]];
  if (added.length + removed.length === 0)
    return [
      isDeepStrictEqual(hosts(before, false), hosts(after, false)) ? 'whitelist changed' : 'primary domain changed',
    ];
  return [
    ...(added.length === 0 ? [] : [`${namesText(added)} added`]),
    ...(removed.length === 0 ? [] : [`${namesText(removed)} removed`]),
  ];
}

/** Hosts of recorded domains. @param all false: only the primary one */
const hosts = (domains: unknown, all = true): string[] =>
  (Array.isArray(domains) ? domains : []).flatMap((domain: unknown) =>
    typeof domain === 'object' && domain && 'host' in domain && (all || ('is_primary' in domain && domain.is_primary))
      ? [factText(domain.host)]
      : [],
  );

const environmentsOf = ({ before, after }: RecordedChange): string[] =>
  Object.keys(PLACES)
    .flatMap((name) => [factText(before[name]), factText(after[name])])
    .filter(Boolean);

const describedBy =
  (textOf: (change: RecordedChange) => string, more: Pick<ChangeText, 'meaning'> & { isUndone?: true } = {}) =>
  (change: RecordedChange): ChangeText => {
    const service = SERVICES.find(({ displayName }) => displayName === change.about);
    const path = change.home !== null && service ? `${change.home}/${service.slug}` : change.home;
    const { isUndone, ...rest } = more;
    const undo = isUndone && change.home !== null ? { label: 'Restore the service', path: change.home } : null;
    return {
      ...rest,
      text: `${change.about}${textOf(change)}`,
      path,
      undo,
      service: service?.slug,
      environments: environmentsOf(change),
    };
  };

/** Services, their domains and places on the timeline. */
export const serviceTimeline: TimelineChanges = {
  'service.added': { kind: 'tenant', describe: describedBy(() => ' added') },
  'service.deleted': { kind: 'tenant', describe: describedBy(() => ' deleted', { meaning: 'warn', isUndone: true }) },
  'service.restored': { kind: 'tenant', describe: describedBy(() => ' restored') },
  'service.updated': { kind: 'place', describe: describedBy((change) => `: ${changed(change)}`) },
};
