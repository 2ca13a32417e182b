import {
  mdiAlert,
  mdiCheckCircle,
  mdiClockAlertOutline,
  mdiCloseCircle,
  mdiInformation,
  mdiPauseCircle,
  mdiRecordCircleOutline,
} from '@mdi/js';
import { styled } from '../theme/styled.ts';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { color, meaningColor, monoText, type Meaning } from '../theme/tokens.ts';

export type ChipMeaning = Meaning | 'accent' | 'plain' | 'orange';

interface StatusChipProps {
  meaning: ChipMeaning;
  /** The word; without it `label` must say what the icon means. */
  children?: ReactNode;
  /** A path of @mdi/js; defaults to the icon of the meaning, `null` draws none. */
  icon?: string | null;
  /** Tinted pill, quiet icon and word (tables), or an outlined pill for a fact without a state. */
  variant?: 'tint' | 'quiet' | 'outline';
  size?: 'medium' | 'small';
  mono?: boolean;
  label?: string;
  title?: string | undefined;
}

const meaningIcon: Record<ChipMeaning, string | null> = {
  good: mdiCheckCircle,
  notice: mdiInformation,
  warn: mdiAlert,
  bad: mdiCloseCircle,
  off: mdiPauseCircle,
  accent: mdiRecordCircleOutline,
  plain: null,
  orange: mdiAlert,
};

function tone(meaning: ChipMeaning) {
  if (meaning === 'plain') return { main: color.text2, tint: 'transparent' };
  if (meaning === 'accent') return { main: color.accentText, tint: color.accentTint };
  if (meaning === 'orange') return { main: color.orange, tint: color.orangeTint };
  if (meaning === 'off') return { main: color.text2, tint: meaningColor.off.tint };
  return meaningColor[meaning];
}

const Root = styled('span', ['meaning', 'look', 'small', 'mono'])<{
  meaning: ChipMeaning;
  look: 'tint' | 'quiet' | 'outline';
  small: boolean;
  mono: boolean;
}>(({ meaning, look, small, mono }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: small ? 4 : 5,
  height: small ? 20 : 24,
  padding: look === 'quiet' ? 0 : small ? '0 6px' : '0 8px',
  borderRadius: 12,
  border: look === 'quiet' ? 0 : `1px solid ${look === 'outline' ? color.lineStrong : 'transparent'}`,
  background: look === 'tint' ? tone(meaning).tint : 'transparent',
  color: look === 'outline' && meaning === 'plain' ? color.text2 : tone(meaning).main,
  fontSize: small ? 11.5 : 12,
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  minWidth: 0,
  ...(mono ? { ...monoText, fontSize: 12 } : null),
  '& > svg': { marginLeft: look === 'quiet' ? 0 : -2 },
}));

/** A state: always a colour and an icon, with a word beside it or as its label. */
export function StatusChip(props: StatusChipProps) {
  const {
    meaning,
    children,
    icon = meaningIcon[meaning],
    variant = 'tint',
    size = 'medium',
    mono,
    label,
    title,
  } = props;
  const small = size === 'small';
  return (
    <Root meaning={meaning} look={variant} small={small} mono={mono ?? false} title={title}>
      {icon ? <Icon path={icon} size={children ? (small ? 13 : 14) : 16} label={label} /> : null}
      {children}
    </Root>
  );
}

/** Marks what an overdue report says. @param title when a report is overdue */
export const StaleChip = ({ title }: { title: string }) => (
  <StatusChip meaning="warn" size="small" icon={mdiClockAlertOutline} title={title}>
    Stale
  </StatusChip>
);
