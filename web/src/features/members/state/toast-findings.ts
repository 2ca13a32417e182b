import { toast } from '../../../ui/toast.ts';

/** So many are said one by one; of more, the rest is counted: the page lists them all. */
const SAID = 3;

/** Says errors as errors and warnings as warnings [IMP-25]. */
export function toastFindings(errors: readonly string[], warnings: readonly string[]): void {
  say(errors, 'errors', toast.error);
  say(warnings, 'warnings', toast.warning);
}

function say(texts: readonly string[], many: string, tell: (text: string) => void): void {
  const rest = texts.length - SAID;
  // A single one more is as short as its count.
  for (const text of rest > 1 ? texts.slice(0, SAID) : texts) tell(text);
  if (rest > 1) tell(`${rest.toLocaleString('en-GB')} more ${many}`);
}
