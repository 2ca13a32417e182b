import { styled } from './styled.ts';
import { Switch, type SwitchState } from './switch.tsx';
import { color, narrow } from './tokens.ts';

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
