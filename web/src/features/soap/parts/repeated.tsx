import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { repetitionsOf, withoutRepetition, withRepetition, type Place } from '../state/method-form.ts';
import { FormGroup } from './form-group.tsx';
import type { FormPart } from './form-part.ts';

interface RepeatedProps extends FormPart {
  /** Name or path that ends in `[]`. */
  pattern: string;
  repeats: { min: number; max: number | null };
  label: string;
  description: string;
  children: (place: Place) => ReactNode;
}

/** What can come several times: each with a way to take it out, and a button for one more. */
export function Repeated({ pattern, repeats, label, description, children, form, onChange, place }: RepeatedProps) {
  const numbers = repetitionsOf(form, pattern, place, repeats);
  const { min, max } = repeats;
  const full = max !== null && numbers.length >= max;
  const fixed = numbers.length <= Math.max(min, 0);
  return (
    <>
      {numbers.map((number, at) => (
        <FormGroup
          key={number}
          label={`${label} ${at + 1}`}
          description={at === 0 ? description : ''}
          optional={at >= min}
          action={
            fixed ? undefined : (
              <IconButton
                icon={mdiTrashCanOutline}
                label={`Remove ${label} ${at + 1}`}
                onClick={() => onChange(withoutRepetition(form, pattern, place, repeats, number))}
              />
            )
          }
        >
          {children([...place, number])}
        </FormGroup>
      ))}
      <div>
        <ActionButton
          size="small"
          icon={mdiPlus}
          disabledReason={full ? `There can be ${max} at most.` : null}
          onClick={() => onChange(withRepetition(form, pattern, place, repeats))}
        >
          {`Add ${label}`}
        </ActionButton>
      </div>
    </>
  );
}
