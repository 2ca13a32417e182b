import { mdiTimerSandEmpty } from '@mdi/js';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { sqlOf, type Acquired } from '../state/import-state.ts';

/** How far an import is: read, validated, or with errors. */
export function ImportStatus({ phase }: { phase: Acquired }) {
  const { check } = phase;
  if (sqlOf(phase)) return <StatusChip meaning="good">Validated</StatusChip>;
  if (check.is === 'done') return <StatusChip meaning="bad">Has errors</StatusChip>;
  if (check.is === 'running') return <StatusChip meaning="notice">Validating</StatusChip>;
  return (
    <StatusChip meaning="off" icon={mdiTimerSandEmpty}>
      Not validated
    </StatusChip>
  );
}
