import { mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { meaningColor } from '../theme/tokens.ts';

interface ConsequencesProps {
  goes?: readonly ReactNode[];
  stays?: readonly ReactNode[];
}

const List = styled('ul')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& li': { display: 'flex', gap: 8 },
  '& svg': { marginTop: 2 },
});

/** What an action removes, then what it keeps. */
export function Consequences({ goes = [], stays = [] }: ConsequencesProps) {
  if (goes.length + stays.length === 0) return null;
  return (
    <List>
      {goes.map((text, index) => (
        // A fixed list of sentences: the index is the identity.
        <li key={`goes-${index}`}>
          <Icon path={mdiCloseCircleOutline} color={meaningColor.bad.main} label="Goes:" />
          <span>{text}</span>
        </li>
      ))}
      {stays.map((text, index) => (
        <li key={`stays-${index}`}>
          <Icon path={mdiCheckCircleOutline} color={meaningColor.good.main} label="Stays:" />
          <span>{text}</span>
        </li>
      ))}
    </List>
  );
}
