import type { CallResponse } from '@mission-control/contract/call';
import { importChecks, planChecks } from '@mission-control/contract/monitors/import/calls';
import { CHECKS_LIST_BYTES } from '@mission-control/contract/monitors/rules';
import type { ChecksPlan } from '@mission-control/contract/monitors/schema';
import { countText } from '@mission-control/contract/numbers';
import { TOPIC } from '@mission-control/contract/topics';
import { api } from '../../lib/api/api.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { usePlannedFile } from '../../lib/query/use-planned-file.ts';
import { toast } from '../../ui/toast/toast.ts';

/** A list, its changes, and the save. @param onSaved leaves the page, if it is still open */
export function useChecksImport(onSaved: () => void) {
  const { phase, read, reset } = usePlannedFile<ChecksPlan>(CHECKS_LIST_BYTES, (file) =>
    api.send(planChecks, { body: { file } }),
  );
  const saved = ({ changed }: CallResponse<typeof importChecks>) =>
    toast.success(`Checks of ${countText(changed, 'monitor')} saved`);
  const save = useChange([TOPIC.monitors], importChecks, saved, onSaved);
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
