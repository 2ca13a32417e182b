import { useId, type ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { Switch, type SwitchState } from './switch.tsx';
import { color, narrow } from '../theme/tokens.ts';

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

const Root = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontSize: 13,
  color: color.text,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  [narrow]: { minHeight: 40 },
});

/** A switch with its name at the right, in one line. */
export function LabelledSwitch({ label, ...state }: SwitchState & { label: string }) {
  return (
    <Root>
      <Switch {...state} />
      <span>{label}</span>
    </Root>
  );
}
