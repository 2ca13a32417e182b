import { importChecks, planChecks } from '@mission-control/contract/monitors/import/calls';
import { CHECKS_LIST_BYTES } from '@mission-control/contract/monitors/rules';
import type { ChecksPlan } from '@mission-control/contract/monitors/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { api } from '../../lib/api/api.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { usePlannedFile } from '../../lib/query/use-planned-file.ts';

/** A list, its changes, and the save. @param onSaved receives the number of monitors */
export function useChecksImport(onSaved: (changed: number) => void) {
  const { phase, read, reset } = usePlannedFile<ChecksPlan>(CHECKS_LIST_BYTES, (file) =>
    api.send(planChecks, { body: { file } }),
  );
  const save = useChange([TOPIC.monitors], importChecks, null, ({ changed }) => onSaved(changed));
  return {
    phase,
    read,
    reset,
    save: (file: File, fingerprint: string) =>
      save.mutate(
        { body: { file, fingerprint } },
        { onError: ({ code }) => (code === 'conflict' ? read(file) : undefined) },
      ),
    saving: save.isPending,
  };
}
