import { regionFlag } from '@mission-control/contract/environments/rules';
import { Flag } from '../../../../ui/display/flag.tsx';

/** The flag of a region by its name; a globe with the name for a region without one. */
export function RegionFlag({ region, size = 'medium' }: { region: string; size?: 'medium' | 'large' }) {
  return <Flag code={regionFlag(region)} label={region} size={size} />;
}
