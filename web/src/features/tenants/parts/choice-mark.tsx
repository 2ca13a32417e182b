import { SERVICES } from '@mission-control/contract/services/catalogue';
import { regionFlag } from '@mission-control/contract/environments/rules';
import { Flag } from '../../../ui/flag.tsx';
import { ServiceBlock } from '../../../ui/service-block.tsx';
import type { GroupKey } from '../list-groups.ts';

/** The flag of a region or the letter block of a service before its name; nothing for the other groups. */
export function ChoiceMark({ group, value }: { group: GroupKey; value: string }) {
  if (group === 'region') return <Flag code={regionFlag(value)} label="" />;
  const service = group === 'service' ? SERVICES.find(({ slug }) => slug === value) : undefined;
  return service ? <ServiceBlock letter={service.letter} hue={service.slug} size={16} /> : null;
}
