import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { Tag } from '../../../../ui/display/tag.tsx';

/** DEV, STAGE or PROD; any other group unchanged; nothing without a group. */
export function DeploymentTag({ group }: { group: string }) {
  const tag = deploymentTag(group);
  return tag === null ? null : <Tag tone={tag.tone}>{tag.text}</Tag>;
}
