import type { ComponentPropsWithRef } from 'react';
import { Select } from './field-parts.ts';
import { Field, type FieldFrame } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectFieldProps = FieldFrame &
  Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> & {
    options: readonly SelectOption[];
    /** Shown while nothing is chosen; cannot be chosen again. */
    placeholder?: string;
  };

/** A choice out of a list, with label, help and error. */
export function SelectField({ label, hideLabel, help, error, options, placeholder, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hideLabel={hideLabel} help={help} error={error}>
      {(control) => (
        <Select {...select} {...control}>
          {placeholder === undefined ? null : (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
