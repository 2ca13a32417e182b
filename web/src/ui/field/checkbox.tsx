import { styled } from '../theme/styled.ts';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { color, narrow } from '../theme/tokens.ts';

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & { label: ReactNode };

const Root = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontSize: 13,
  minHeight: 24,
  cursor: 'pointer',
  [narrow]: { minHeight: 40 },
});
const Box = styled('input')({
  appearance: 'none',
  width: 16,
  height: 16,
  margin: 0,
  flex: 'none',
  borderRadius: 4,
  border: `1.5px solid ${color.control}`,
  background: color.inset,
  display: 'grid',
  placeItems: 'center',
  cursor: 'pointer',
  '&:checked': { background: color.accentFill, borderColor: color.accentFill },
  '&:checked::after': {
    content: '""',
    width: 8,
    height: 4,
    marginTop: -2,
    border: `solid ${color.onAccent}`,
    borderWidth: '0 0 2px 2px',
    transform: 'rotate(-45deg)',
  },
});

/** A tick box with its label. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <Root>
      <Box type="checkbox" {...input} />
      <span>{label}</span>
    </Root>
  );
}
