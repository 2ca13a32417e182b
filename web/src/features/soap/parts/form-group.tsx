import { useId, type ReactNode } from 'react';
import { FieldHelp } from '../../../ui/field-parts.ts';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';

interface FormGroupProps {
  label: string;
  description: string;
  /** Nothing of it is sent while it is empty. */
  optional: boolean;
  /** At the end of its name. */
  action?: ReactNode;
  children: ReactNode;
}

const Root = styled('fieldset')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  margin: 0,
  border: 0,
  borderLeft: `2px solid ${color.lineStrong}`,
  padding: '0 0 0 12px',
  '& > legend': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 28,
    // A legend stands in the border; here it is the first line.
    float: 'left',
    width: '100%',
    padding: 0,
    fontSize: 13,
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '& > legend > small': { fontSize: 12, fontWeight: 400, color: color.text3 },
  '& > legend > button': { marginLeft: 'auto' },
});

/** Fields that belong together, with their name. */
export function FormGroup({ label, description, optional, action, children }: FormGroupProps) {
  const id = useId();
  return (
    <Root aria-labelledby={id}>
      <legend>
        <span id={id}>{label}</span>
        {optional ? <small>left out while empty</small> : null}
        {action}
      </legend>
      {description === '' ? null : <FieldHelp>{description}</FieldHelp>}
      {children}
    </Root>
  );
}
