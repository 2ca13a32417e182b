import { mdiContentSaveOutline, mdiRestore, mdiTune } from '@mdi/js';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import type { Service } from '@mission-control/contract/services/catalogue';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { EditedService } from '../use-service-edits.ts';

interface ServiceActionsProps {
  tenantId: number;
  service: Service;
  edited: EditedService;
}

/** Reset, the way to the config where there is one (C-010), Save. */
export function ServiceActions({ tenantId, service, edited }: ServiceActionsProps) {
  const { changes, saving } = edited;
  const count = changes.length;
  return (
    <>
      {count > 0 && !saving ? (
        <ActionButton variant="ghost" icon={mdiRestore} onClick={edited.reset}>
          Reset
        </ActionButton>
      ) : null}
      {findConfigKind(service.slug) ? (
        <ActionButton icon={mdiTune} href={`/tenant/${tenantId}/${service.slug}/config`}>
          Config
        </ActionButton>
      ) : null}
      <ActionButton
        variant="primary"
        icon={mdiContentSaveOutline}
        count={count > 0 ? count : undefined}
        pending={saving}
        disabledReason={edited.nothing}
        onClick={edited.save}
      >
        Save
      </ActionButton>
    </>
  );
}
