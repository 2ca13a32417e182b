import { mdiAlert, mdiCloseCircle } from '@mdi/js';
import { Icon } from '../../../ui/icon.tsx';
import type { Remark } from '../state/rows.ts';
import { WarningText } from './layout.ts';

/** A remark about a setting, in its documented wording: an error is red and a warning yellow, here as in the message of the validation. */
export function WarningLine({ meaning = 'warn', children }: { meaning?: Remark['meaning']; children: string }) {
  const bad = meaning === 'bad';
  return (
    <WarningText data-meaning={meaning}>
      <Icon path={bad ? mdiCloseCircle : mdiAlert} size={14} label={bad ? 'Error:' : 'Warning:'} />
      <span>{children}</span>
    </WarningText>
  );
}
