import { retireFleetItem } from '@mission-control/contract/fleet/calls';
import { KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import type { ListedItem } from '@mission-control/contract/fleet/schema';
import { countText } from '@mission-control/contract/numbers';
import { useChange } from '../../../lib/api/use-change.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { FLEET_TOPICS } from '../use-fleet.ts';
import { tenantsHref } from './item-columns.tsx';
import { nameOf } from './item-dialog.tsx';

interface RetireDialogProps {
  item: ListedItem;
  onClose: () => void;
}

/** Retires an item, or shows who uses it: the server refuses while it is in use. */
export function RetireDialog({ item, onClose }: RetireDialogProps) {
  const retire = useChange(FLEET_TOPICS, retireFleetItem, `${nameOf(item)} retired`, onClose);
  const { one } = KIND_WORDS[item.kind];
  if (item.tenants + item.deleted + item.others.length > 0) return <InUse item={item} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={`Retire ${nameOf(item)}?`}
      confirmLabel="Retire"
      tone="danger"
      removed={[`This removes the ${one} from the console immediately.`]}
      kept={[
        'Servers are not touched, and the audit log keeps its history.',
        ...(item.declared
          ? ['The inventory declares it: remove it from the file, or the next apply adds it again.']
          : []),
      ]}
      pending={retire.isPending}
      onConfirm={() => retire.mutate({ params: { kind: item.kind, key: item.key } })}
      onClose={onClose}
    />
  );
}

function InUse({ item, onClose }: RetireDialogProps) {
  const { tenants, deleted, others } = item;
  return (
    <DialogFrame
      open
      title={`${nameOf(item)} is in use`}
      onClose={onClose}
      footer={
        <ActionButton variant="primary" onClick={onClose}>
          Close
        </ActionButton>
      }
    >
      {tenants > 0 ? (
        <p>
          <Link href={tenantsHref(item)}>{countText(tenants, 'tenant')}</Link> {tenants === 1 ? 'uses' : 'use'} it. Move
          them first.
        </p>
      ) : null}
      {deleted > 0 ? (
        <p>
          {countText(deleted, 'tenant')} that {deleted === 1 ? 'was' : 'were'} deleted, or lost a service, would need it
          to be restored. You can retire it when the 30 days are over.
        </p>
      ) : null}
      {others.length > 0 ? <p>It has {others.join(', ')}.</p> : null}
    </DialogFrame>
  );
}
