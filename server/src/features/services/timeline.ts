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
  const domains = isDeepStrictEqual(before.domains, after.domains)
    ? []
    : domainChanges(hosts(before.domains), hosts(after.domains));
  return [...domains, ...places].join('; ') || 'changed';
}

function domainChanges(before: readonly string[], after: readonly string[]): string[] {
  const [gone, fresh] = [
    before.filter((host) => !after.includes(host)),
    after.filter((host) => !before.includes(host)),
  ];
  if (gone.length + fresh.length === 0) return ['primary domain changed'];
  return [
    ...(fresh.length === 0 ? [] : [`${namesText(fresh)} added`]),
    ...(gone.length === 0 ? [] : [`${namesText(gone)} removed`]),
  ];
}

const hosts = (domains: unknown): string[] =>
  Array.isArray(domains)
    ? domains.flatMap((one: unknown) => (typeof one === 'object' && one && 'host' in one ? [factText(one.host)] : []))
    : [];

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
