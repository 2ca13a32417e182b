import { styled } from './styled.ts';
import { useId, type ReactNode } from 'react';
import { Switch, type SwitchState } from './switch.tsx';
import { color } from './tokens.ts';

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 44,
  fontSize: 14,
  lineHeight: '20px',
  '& label': { display: 'block', cursor: 'pointer' },
  '& p': { fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** A switch of a card: name, what it means right now, and the switch at the right. */
export function SwitchRow({ label, detail, ...state }: SwitchState & { label: string; detail?: ReactNode }) {
  const id = useId();
  return (
    <Row>
      <div>
        <label id={`${id}-name`}>{label}</label>
        {detail ? <p id={`${id}-detail`}>{detail}</p> : null}
      </div>
      <Switch {...state} aria-labelledby={`${id}-name`} aria-describedby={detail ? `${id}-detail` : undefined} />
    </Row>
  );
}
