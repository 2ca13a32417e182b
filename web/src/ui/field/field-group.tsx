import type { ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { color } from '../theme/tokens.ts';
import { FieldError } from './field-parts.ts';

const Group = styled('fieldset')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { padding: 0, marginBottom: 4, fontSize: 12, fontWeight: 500, color: color.text2 },
  '& p': { fontSize: 13, color: color.text2 },
});

/** A fieldset with a legend and an error. */
export function FieldGroup({
  legend,
  fault,
  children,
}: {
  legend: string;
  fault?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Group>
      <legend>{legend}</legend>
      {children}
      {fault === undefined ? null : <FieldError role="alert">{fault}</FieldError>}
    </Group>
  );
}
