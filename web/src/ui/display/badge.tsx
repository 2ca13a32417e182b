import { styled } from '../theme/styled.ts';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { color, meaningColor } from '../theme/tokens.ts';

export type BadgeTone = 'plain' | 'accent' | 'good' | 'notice' | 'warn' | 'bad';

interface BadgeProps {
  tone?: BadgeTone;
  /** A path of @mdi/js. */
  icon?: string;
  title?: string;
  children: ReactNode;
}

function toneOf(tone: BadgeTone) {
  if (tone === 'plain') return { color: color.text2, borderColor: color.lineStrong };
  if (tone === 'accent')
    return { color: color.accentText, borderColor: color.accentLine, background: color.accentTint };
  const { main, line, tint } = meaningColor[tone];
  return { color: main, borderColor: line, background: tint };
}

const Root = styled('span', ['tone'])<{ tone: BadgeTone }>(({ tone }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 4,
  height: 18,
  padding: '0 6px',
  borderRadius: 4,
  border: '1px solid',
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 500,
  whiteSpace: 'nowrap',
  '& > svg': { marginLeft: -1 },
  ...toneOf(tone),
}));

/** A bordered label beside a name: Changed, New, Removed, Secret. */
export function Badge({ tone = 'plain', icon, title, children }: BadgeProps) {
  return (
    <Root tone={tone} title={title}>
      {icon ? <Icon path={icon} size={12} /> : null}
      {children}
    </Root>
  );
}
