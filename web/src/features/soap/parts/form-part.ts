import type { MethodForm, Place } from '../state/method-form.ts';

/** What each part of the form is given. */
export interface FormPart {
  form: MethodForm;
  onChange: (form: MethodForm) => void;
  /** What is wrong, by the name of the field. */
  faults: Readonly<Record<string, string>>;
  /** The repetitions around it. */
  place: Place;
}
