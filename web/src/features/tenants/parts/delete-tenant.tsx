import { mdiTrashCanOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { Suspense, useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';

const Dialog = lazyPart(() => import('./delete-tenant-dialog.tsx').then((file) => file.DeleteTenantDialog));

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  marginTop: 'auto',
  paddingTop: 8,
  fontSize: 12,
  color: color.text3,
});

interface DeleteTenantProps {
  tenant: TenantDetail;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
}

/** At the bottom left of the page: the way to delete the tenant [TEN-31]. */
export function DeleteTenant({ tenant, names }: DeleteTenantProps) {
  const [open, setOpen] = useState(false);
  return (
    <Line>
      <ActionButton variant="danger" icon={mdiTrashCanOutline} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Delete tenant
      </ActionButton>
      <span>Kept for 30 days and can be restored. Databases stay.</span>
      {open ? (
        <Suspense>
          <Dialog tenant={tenant} names={names} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Line>
  );
}
