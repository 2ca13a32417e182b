import { NOT_IMPLEMENTED, NOT_SUITABLE, suitsLiveToTest } from '@mission-control/contract/relations/rules';
import { toast } from '../../ui/toast.ts';
import type { RelationRow } from './relation-edits.ts';

/** Copying a live tenant to its test tenant is done on the command line; nothing is sent (C-111) [RLN-07, RLN-08]. */
export function liveToTest(tenantId: number, { type, other }: RelationRow): void {
  if (!suitsLiveToTest({ type, tenant_left: tenantId, tenant_right: other?.id ?? null })) {
    toast.error(NOT_SUITABLE);
    return;
  }
  toast.warning(NOT_IMPLEMENTED, {
    detail: `Use the command line instead: mc live-to-test ${tenantId} ${other?.id ?? ''}`,
  });
}
