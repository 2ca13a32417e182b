import { mdiAlertCircle } from '@mdi/js';
import { useId, type ReactNode } from 'react';
import { FieldError, FieldHelp, FieldLabel, FieldRoot } from './field-parts.ts';
import { Icon } from './icon.tsx';

export interface FieldFrame {
  label: ReactNode;
  /** Hides the label from sight where the place says it already. */
  hideLabel?: boolean;
  help?: ReactNode;
  /** What is wrong and what to do; marks the control as invalid. */
  error?: ReactNode;
}

/** The attributes that tie a control to its label, help and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-label'?: string;
}

interface FieldProps extends FieldFrame {
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, help, error. Give the control the attributes it is handed. */
export function Field({ label, hideLabel, help, error, children }: FieldProps) {
  const id = useId();
  const described = [help ? `${id}-help` : null, error ? `${id}-error` : null].filter(Boolean).join(' ');
  const named = hideLabel && typeof label === 'string' ? { 'aria-label': label } : null;
  return (
    <FieldRoot>
      {named ? null : <FieldLabel htmlFor={id}>{label}</FieldLabel>}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined, ...named })}
      {help ? <FieldHelp id={`${id}-help`}>{help}</FieldHelp> : null}
      {error ? (
        <FieldError id={`${id}-error`} role="alert">
          <Icon path={mdiAlertCircle} size={14} />
          <span>{error}</span>
        </FieldError>
      ) : null}
    </FieldRoot>
  );
}
