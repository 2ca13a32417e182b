/** Chip of a deployment group (C-062): the three known ones by their tag, any other raw in grey, none when empty. */
export type DeploymentTag = { text: string; tone: 'prod' | 'stage' | 'dev' | 'other' } | null;

/** @param group dev, staging, production, or anything else. */
export function deploymentTag(group: string): DeploymentTag {
  switch (group) {
    case 'production':
      return { text: 'PROD', tone: 'prod' };
    case 'staging':
      return { text: 'STAGE', tone: 'stage' };
    case 'dev':
      return { text: 'DEV', tone: 'dev' };
    case '':
      return null;
    default:
      return { text: group, tone: 'other' };
  }
}

/** Bridges by their shown name; xnrest is 'Xn', unknown ones stay raw (C-071). */
export function bridgeLabel(bridge: string | null): string {
  if (!bridge) return '';
  const labels = new Map([
    ['standalone', 'Standalone'],
    ['gladstone', 'Gladstone'],
    ['xnrest', 'Xn'],
    ['legend', 'Legend'],
    ['openplay', 'Openplay'],
  ]);
  return labels.get(bridge) ?? bridge;
}

/** Members as shown: 'n/a' if no number is known; a real 0 stays 0 (C-059). */
export function membersLabel(members: number | null): string {
  return members === null ? 'n/a' : members.toLocaleString('en-GB');
}
