import { useId, type ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { color } from '../theme/tokens.ts';
import { faultSentence, FieldError, FieldHelp } from './field-parts.ts';

const Group = styled('fieldset')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  // Stronger than the labels of its fields.
  '& legend': { padding: 0, marginBottom: 4, fontSize: 13, fontWeight: 600, color: color.text },
  '& p': { fontSize: 13, color: color.text2 },
});

/** A fieldset with a legend, a help text and an error. */
export function FieldGroup({
  legend,
  help,
  fault,
  children,
}: {
  legend: ReactNode;
  help?: string;
  fault?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const describedBy = [help && `${id}-help`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <Group aria-describedby={describedBy || undefined}>
      <legend>{legend}</legend>
      {children}
      {help ? <FieldHelp id={`${id}-help`}>{help}</FieldHelp> : null}
      {fault === undefined ? null : (
        <FieldError id={`${id}-fault`} role="alert">
          {faultSentence(fault)}
        </FieldError>
      )}
    </Group>
  );
}
