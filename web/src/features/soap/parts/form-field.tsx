import type { SoapElement } from '@mission-control/contract/soap/schema';
import { useId, type ReactNode } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { FieldGroup } from '../../../ui/field/field-group.tsx';
import { FieldError, FieldHelp, FieldRoot, faultSentence } from '../../../ui/field/field-parts.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { color } from '../../../ui/theme/tokens.ts';

interface TickFieldProps {
  name: string;
  label: ReactNode;
  help: string | undefined;
  error: string | undefined;
  /** Default: `true`, `false`, or '' for neither. */
  preset: string;
  /** `true` or `false`; undefined for untouched. */
  value: string | undefined;
  /** May be missing in the request. */
  optional: boolean;
  onChange: (value: string | undefined) => void;
}

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32, flexWrap: 'wrap' });

/** A checkbox; an optional one states what is sent and can be reset. */
function TickField({ name, label, help, error, preset, value, optional, onChange }: TickFieldProps) {
  const id = useId();
  const sent = value ?? preset;
  const describedBy = [help ? `${id}-help` : null, error ? `${id}-error` : null, optional ? `${id}-sent` : null];
  return (
    <FieldRoot>
      <Row>
        <Checkbox
          name={name}
          label={label}
          checked={sent === 'true' || sent === '1'}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
          onChange={(event) => onChange(String(event.target.checked))}
        />
        {optional ? <FieldHelp id={`${id}-sent`}>{sent === '' ? 'left out' : `sent as ${sent}`}</FieldHelp> : null}
        {optional && value !== undefined ? (
          <ActionButton size="small" variant="ghost" onClick={() => onChange(undefined)}>
            {preset === '' ? 'Leave out' : 'Reset'}
          </ActionButton>
        ) : null}
      </Row>
      {help ? <FieldHelp id={`${id}-help`}>{help}</FieldHelp> : null}
      {error ? (
        <FieldError id={`${id}-error`} role="alert">
          {faultSentence(error)}
        </FieldError>
      ) : null}
    </FieldRoot>
  );
}

interface SeveralFieldProps {
  name: string;
  label: ReactNode;
  help: string;
  error: string | undefined;
  options: readonly string[];
  /** The ticked options, separated by spaces. */
  value: string;
  onChange: (value: string) => void;
}

const Options = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  maxHeight: 240,
  overflowY: 'auto',
});

/** A checkbox for each option; sent in the order in which they were ticked, which may matter to the service. */
function SeveralField({ name, label, help, error, options, value, onChange }: SeveralFieldProps) {
  const chosen = value.split(/\s+/).filter((option) => options.includes(option));
  const others = (option: string): string[] => chosen.filter((other) => other !== option);
  return (
    <FieldGroup legend={label} help={help} fault={error}>
      <Options>
        {options.map((option) => (
          <Checkbox
            key={option}
            name={name}
            label={option}
            checked={chosen.includes(option)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) => onChange([...others(option), ...(target.checked ? [option] : [])].join(' '))}
          />
        ))}
      </Options>
    </FieldGroup>
  );
}

interface FormFieldProps {
  element: SoapElement;
  name: string;
  /** Undefined: untouched. */
  value: string | undefined;
  fault: string | undefined;
  /** @param value undefined: untouched */
  onChange: (value: string | undefined) => void;
}

const Required = styled('span')({ '&::after': { content: '" *" / ""', color: color.text3 } });

/** Integer types of XML Schema; phones show a numeric keyboard for them. */
const WHOLE = /^(positive|negative|nonNegative|nonPositive|unsigned)?(integer|int|long|short|byte)$/i;

/** The field for an element by its type [SOAP-06]. */
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
  if (options && element.several) {
    const help = [description, required ? 'Tick at least one.' : 'Left out while none is ticked.']
      .filter(Boolean)
      .join(' ');
    return <SeveralField {...typed} help={help} options={options} onChange={onChange} />;
  }
  if (options) {
    const hasEmpty = options.includes('');
    const choices = required || hasEmpty ? options : ['', ...options];
    return (
      <SelectField
        {...typed}
        options={choices.map((option) => ({ value: option, label: option || (required ? 'Empty' : 'Left out') }))}
        {...(required && !hasEmpty ? { placeholder: 'Choose a value' } : null)}
      />
    );
  }
  if (type === 'boolean')
    return <TickField {...shared} preset={element.value} value={value} optional={!required} onChange={onChange} />;
  if (type === 'textarea') return <TextAreaField {...typed} spellCheck={false} />;
  if (type === 'date')
    return <TextField {...typed} {...(kind === 'dateTime' ? { type: 'datetime-local', step: 1 } : { type: 'date' })} />;
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
