import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { Tag } from '../../../../ui/display/tag.tsx';

/** DEV, STAGE or PROD; any other group as it is; nothing without one. */
export function DeploymentTag({ group }: { group: string }) {
  const tag = deploymentTag(group);
  return tag === null ? null : <Tag tone={tag.tone}>{tag.text}</Tag>;
}
