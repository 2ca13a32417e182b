import { mdiAlertCircle } from '@mdi/js';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { faultSentence, FieldError, FieldHelp, FieldLabel, FieldRoot } from './field-parts.ts';
import { Icon } from '../display/icon.tsx';
import { spellOutInvisible } from '../display/visible-text.ts';

export interface FieldFrame {
  label: ReactNode;
  /** Visually hides the label where the context already states it. */
  hideLabel?: boolean | undefined;
  help?: ReactNode;
  /** The problem and its remedy; marks the control as invalid. */
  error?: ReactNode;
}

/** Attributes that connect a control with its label, help and error. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-label'?: string;
}

interface FieldProps extends FieldFrame {
  children: (control: FieldControl) => ReactNode;
}

/** Invisible characters in the control, spelt out, since a browser renders them raw (CVE-2021-42574). Passwords are excluded. */
function useInvisibleText() {
  const root = useRef<HTMLDivElement>(null);
  const [invisibleText, setInvisibleText] = useState<string | null>(null);
  const look = (): void => {
    const control = root.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type="password"]), textarea',
    );
    setInvisibleText(spellOutInvisible(control?.value ?? ''));
  };
  // After each render: forms set values without an event.
  useEffect(look);
  return { root, invisibleText, look };
}

/** Label, control, help and error. Spread the given attributes on the control. */
export function Field({ label, hideLabel, help, error, children }: FieldProps) {
  const id = useId();
  const { root, invisibleText, look } = useInvisibleText();
  const described = [help ? `${id}-help` : null, invisibleText ? `${id}-unseen` : null, error ? `${id}-error` : null]
    .filter(Boolean)
    .join(' ');
  const named = hideLabel && typeof label === 'string' ? { 'aria-label': label } : null;
  return (
    <FieldRoot ref={root} onInput={look}>
      {named ? null : <FieldLabel htmlFor={id}>{label}</FieldLabel>}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined, ...named })}
      {help ? <FieldHelp id={`${id}-help`}>{help}</FieldHelp> : null}
      {invisibleText === null ? null : (
        <FieldHelp id={`${id}-unseen`} role="status">
          Contains invisible characters: <code>{invisibleText}</code>
        </FieldHelp>
      )}
      {error ? (
        <FieldError id={`${id}-error`} role="alert">
          <Icon path={mdiAlertCircle} size={14} />
          <span>{typeof error === 'string' ? faultSentence(error) : error}</span>
        </FieldError>
      ) : null}
    </FieldRoot>
  );
}
