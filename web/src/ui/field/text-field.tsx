import type { ComponentPropsWithRef } from 'react';
import { Input, TextArea } from './field-parts.ts';
import { Field, type FieldFrame } from './field.tsx';

type TextAreaFieldProps = FieldFrame & Omit<ComponentPropsWithRef<'textarea'>, 'id'> & { mono?: boolean };

/** A many-line input with label, help and error. */
export function TextAreaField({ label, hideLabel, help, error, mono, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error}>
      {(control) => <TextArea {...input} {...control} data-mono={mono || undefined} />}
    </Field>
  );
}

type TextFieldProps = FieldFrame & Omit<ComponentPropsWithRef<'input'>, 'id'> & { mono?: boolean };

/** A one-line input with label, help and error. */
export function TextField({ label, hideLabel, help, error, mono, ...input }: TextFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error}>
      {(control) => <Input {...input} {...control} data-mono={mono || undefined} />}
    </Field>
  );
}
