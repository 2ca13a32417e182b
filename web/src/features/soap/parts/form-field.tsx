import type { SoapElement } from '@mission-control/contract/soap/schema';
import { SelectField } from '../../../ui/select-field.tsx';
import { styled } from '../../../ui/styled.ts';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { color } from '../../../ui/tokens.ts';
import { TickField } from './tick-field.tsx';

interface FormFieldProps {
  element: SoapElement;
  /** Of the field at its place. */
  name: string;
  /** What was typed; undefined for nothing yet. */
  value: string | undefined;
  fault: string | undefined;
  /** @param value undefined: as if it had not been touched */
  onChange: (value: string | undefined) => void;
}

const Required = styled('span')({ '&::after': { content: '" *" / ""', color: color.text3 } });

/** Whole numbers in XML Schema, which phones have a keyboard for. */
const WHOLE = /^(positive|negative|nonNegative|nonPositive|unsigned)?(integer|int|long|short|byte)$/i;

/** An element of the form as its type wants it [SOAP-06]. */
export function FormField({ element, name, value, fault, onChange }: FormFieldProps) {
  const { type, description, required, options, fixed, secret, kind } = element;
  const shared = {
    name,
    label: required && !fixed ? <Required>{element.label}</Required> : element.label,
    help: description === '' ? undefined : description,
    error: fault,
    'aria-required': required || undefined,
  };
  const typed = {
    ...shared,
    value: fixed ? element.value : (value ?? element.value),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (fixed) return <TextField {...typed} readOnly help={description === '' ? 'Always this value.' : description} />;
  if (options) {
    const empty = required ? [] : [{ value: '', label: 'Left out' }];
    const own = options.map((option) => ({ value: option, label: option }));
    return (
      <SelectField {...typed} options={[...empty, ...own]} {...(required ? { placeholder: 'Choose a value' } : null)} />
    );
  }
  if (type === 'boolean')
    return <TickField {...shared} preset={element.value} value={value} optional={!required} onChange={onChange} />;
  if (type === 'textarea') return <TextAreaField {...typed} spellCheck={false} />;
  if (type === 'date')
    return kind === 'dateTime' ? (
      <TextField {...typed} type="datetime-local" step={1} />
    ) : (
      <TextField {...typed} type="date" />
    );
  return (
    <TextField
      {...typed}
      type={secret ? 'password' : 'text'}
      inputMode={WHOLE.test(kind) ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
