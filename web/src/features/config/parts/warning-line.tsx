import { mdiAlert } from '@mdi/js';
import { Icon } from '../../../ui/icon.tsx';
import { WarningText } from './layout.ts';

/** A remark about a setting, in its documented wording. */
export function WarningLine({ children }: { children: string }) {
  return (
    <WarningText>
      <Icon path={mdiAlert} size={14} label="Warning:" />
      <span>{children}</span>
    </WarningText>
  );
}
