import { useId, type ReactNode } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FieldError, FieldHelp, FieldRoot } from '../../../ui/field-parts.ts';
import { styled } from '../../../ui/styled.ts';

interface TickFieldProps {
  name: string;
  label: ReactNode;
  help: string | undefined;
  error: string | undefined;
  /** What it is before anybody ticks: `true`, `false`, or '' for neither. */
  preset: string;
  /** `true` or `false`; undefined for untouched. */
  value: string | undefined;
  /** It may be missing in the request. */
  optional: boolean;
  onChange: (value: string | undefined) => void;
}

const Row = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32, flexWrap: 'wrap' });

/** Yes or no; where it may be missing, it says what is sent and can be left out again. */
export function TickField({ name, label, help, error, preset, value, optional, onChange }: TickFieldProps) {
  const id = useId();
  const sent = value ?? preset;
  const told = [help ? `${id}-help` : null, error ? `${id}-error` : null, optional ? `${id}-sent` : null];
  return (
    <FieldRoot>
      <Row>
        <Checkbox
          name={name}
          label={label}
          checked={sent === 'true' || sent === '1'}
          aria-invalid={error ? true : undefined}
          aria-describedby={told.filter(Boolean).join(' ') || undefined}
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
          {error}
        </FieldError>
      ) : null}
    </FieldRoot>
  );
}
