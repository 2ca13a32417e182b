import { regionFlag } from '@mission-control/contract/environments/rules';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { Flag } from '../../../../ui/display/flag.tsx';
import { Tag } from '../../../../ui/display/tag.tsx';

/** DEV, STAGE or PROD; any other group unchanged; nothing without a group. */
export function DeploymentTag({ group }: { group: string }) {
  const tag = deploymentTag(group);
  return tag === null ? null : <Tag tone={tag.tone}>{tag.text}</Tag>;
}

/** The flag of a region by its name; a globe with the name for a region without one. */
export function RegionFlag({ region, size = 'medium' }: { region: string; size?: 'medium' | 'large' }) {
  return <Flag code={regionFlag(region)} label={region} size={size} />;
}
