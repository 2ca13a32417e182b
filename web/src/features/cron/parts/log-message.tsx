import { cutMessage } from '@mission-control/contract/cron/rules';
import { useState } from 'react';
import { styled } from '../../../ui/styled.ts';
import { color, radius } from '../../../ui/tokens.ts';

const Text = styled('span')({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const More = styled('button')({
  marginLeft: 8,
  padding: '0 2px',
  border: 0,
  borderRadius: radius.small,
  background: 'none',
  color: color.accent,
  font: 'inherit',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  '&:hover': { textDecoration: 'underline' },
});

/** The message of a log entry, cut; all of it on demand [CRN-21]. */
export function LogMessage({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = cutMessage(text);
  return (
    <>
      <Text>{whole ? text : cut}</Text>
      {cut === text ? null : (
        <More type="button" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </More>
      )}
    </>
  );
}
