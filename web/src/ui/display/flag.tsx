import { mdiEarth } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import AU from 'country-flag-icons/react/3x2/AU';
import EU from 'country-flag-icons/react/3x2/EU';
import US from 'country-flag-icons/react/3x2/US';
import { Icon } from './icon.tsx';
import { color } from '../theme/tokens.ts';

type FlagCode = 'AU' | 'EU' | 'US';

const flags: Record<FlagCode, typeof AU> = { AU, EU, US };

interface FlagProps {
  /** null draws a globe. */
  code: FlagCode | null;
  /** Meaning of the flag, for the tooltip and screen readers; empty where adjacent text already states it. */
  label: string;
  size?: 'medium' | 'large';
}

const Frame = styled('span')({
  display: 'inline-block',
  flex: 'none',
  verticalAlign: 'middle',
  overflow: 'hidden',
  borderRadius: 2,
  boxShadow: '0 0 0 1px rgba(255,255,255,.14)',
  '& > svg': { display: 'block', width: '100%', height: '100%' },
});

/** A flag, or a globe where there is none. */
export function Flag({ code, label, size = 'medium' }: FlagProps) {
  const [width, height] = size === 'large' ? [24, 16] : [18, 12];
  const named = label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true };
  if (code === null) {
    return (
      <span {...named} style={{ display: 'inline-grid', placeItems: 'center', width, verticalAlign: 'middle' }}>
        <Icon path={mdiEarth} size={size === 'large' ? 20 : 16} color={color.text3} />
      </span>
    );
  }
  const Picture = flags[code];
  return (
    <Frame {...named} style={{ width, height }}>
      <Picture aria-hidden />
    </Frame>
  );
}
