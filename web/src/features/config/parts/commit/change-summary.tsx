import { mdiMinus, mdiPencil, mdiPlus } from '@mdi/js';
import { styled } from '../../../../ui/theme/styled.ts';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/display/icon.tsx';
import { color, meaningColor } from '../../../../ui/theme/tokens.ts';
import { countMarks, type ReviewEntry } from '../../state/review.ts';
import { Row, Spring, Wrap } from '../editor/layout.ts';

const Line = styled(Wrap)({ gap: '4px 12px', fontSize: 12.5, lineHeight: '16px', fontWeight: 500 });

const PARTS = [
  { mark: 'new', icon: mdiPlus, word: 'added', ink: meaningColor.good.main },
  { mark: 'changed', icon: mdiPencil, word: 'changed', ink: color.accentText },
  { mark: 'removed', icon: mdiMinus, word: 'removed', ink: meaningColor.bad.main },
] as const;

/** `1 added`, `2 changed`, `1 removed`; zero counts are omitted. */
export function ChangeSummary({ entries, children }: { entries: readonly ReviewEntry[]; children?: ReactNode }) {
  const counts = countMarks(entries);
  return (
    <Line>
      {PARTS.filter(({ mark }) => counts[mark] > 0).map(({ mark, icon, word, ink }) => (
        <Row key={mark} style={{ color: ink }}>
          <Icon path={icon} size={14} />
          {counts[mark]} {word}
        </Row>
      ))}
      <Spring />
      {children}
    </Line>
  );
}
