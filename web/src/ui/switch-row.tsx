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
  '& label': { flex: 1, cursor: 'pointer' },
  '& span': { display: 'block' },
  '& span + span': { fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** A switch of a card: name, what it means right now, and the switch at the right. */
export function SwitchRow({ label, detail, ...state }: SwitchState & { label: string; detail?: ReactNode }) {
  const id = useId();
  return (
    <Row>
      {/* All of the words switch; the first of them are the name. */}
      <label htmlFor={id}>
        <span id={`${id}-name`}>{label}</span>
        {detail ? <span id={`${id}-detail`}>{detail}</span> : null}
      </label>
      <Switch
        {...state}
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={detail ? `${id}-detail` : undefined}
      />
    </Row>
  );
}
