import { KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import type { ListedThing } from '@mission-control/contract/fleet/schema';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { useRetireThing } from '../use-fleet.ts';
import { counted } from './impact-note.tsx';
import { tenantsHref } from './thing-columns.tsx';
import { nameOf } from './thing-dialog.tsx';

interface RetireDialogProps {
  thing: ListedThing;
  onClose: () => void;
}

/** Retires a thing, or shows who uses it. */
export function RetireDialog({ thing, onClose }: RetireDialogProps) {
  const retire = useRetireThing(`${nameOf(thing)} retired`, onClose);
  const { one } = KIND_WORDS[thing.kind];
  if (thing.tenants + thing.deleted + thing.others.length > 0) return <InUse thing={thing} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title={`Retire ${nameOf(thing)}?`}
      confirmLabel="Retire"
      tone="danger"
      goes={[`This removes the ${one} from the console immediately.`]}
      stays={[
        'Servers are not touched, and the audit keeps its history.',
        ...(thing.declared
          ? ['The inventory declares it: remove it from the file, or the next apply adds it again.']
          : []),
      ]}
      pending={retire.isPending}
      onConfirm={() => retire.mutate({ params: { kind: thing.kind, key: thing.key } })}
      onClose={onClose}
    />
  );
}

function InUse({ thing, onClose }: RetireDialogProps) {
  const { tenants, deleted, others } = thing;
  return (
    <DialogFrame
      open
      title={`${nameOf(thing)} is in use`}
      onClose={onClose}
      foot={
        <ActionButton variant="primary" onClick={onClose}>
          Close
        </ActionButton>
      }
    >
      {tenants > 0 ? (
        <p>
          <Link href={tenantsHref(thing)}>{counted(tenants, 'tenant')}</Link> {tenants === 1 ? 'uses' : 'use'} it. Move
          them first.
        </p>
      ) : null}
      {deleted > 0 ? (
        <p>
          {counted(deleted, 'tenant')} that {deleted === 1 ? 'was' : 'were'} deleted, or lost a service, would need it
          to be restored. You can retire it when the 30 days are over.
        </p>
      ) : null}
      {others.length > 0 ? <p>It has {others.join(', ')}.</p> : null}
    </DialogFrame>
  );
}
