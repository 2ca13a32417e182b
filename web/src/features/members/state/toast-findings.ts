import { toast } from '../../../ui/toast.ts';

/** Says each error as an error and each warning as a warning [IMP-25]. */
export function toastFindings(errors: readonly string[], warnings: readonly string[]): void {
  for (const text of errors) toast.error(text);
  for (const text of warnings) toast.warning(text);
}
