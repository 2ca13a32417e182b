import { getTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { mdiCheck } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { TypedConfirmDialog } from '../../../ui/dialog/typed-confirm-dialog.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useLogLevel } from '../../control/public.tsx';
import { patchEffect, useTenantPatch } from '../../tenants/public.tsx';
import { actionTitle, doneText, patchOf, type ActingAction, type SwitchAction } from '../action-words.ts';

interface ActProps<Action> {
  action: Action;
  /** The action is done, refused or cancelled. */
  onEnd: () => void;
}

/** Carries out a change like the tenant's page, with its confirmation, and reports the result. */
export function ActOnTenant({ action, onEnd }: ActProps<ActingAction>) {
  const { data, error, isFetchedAfterMount } = useQuery({
    ...queryOf(getTenant, { params: { id: action.tenant.id } }),
    // Always refetched: the change sends the version that it is based on.
    staleTime: 0,
  });
  useOnce(error !== null, () => {
    if (error) toastError(error);
    onEnd();
  });
  if (!data || !isFetchedAfterMount) return null;
  const Act = action.kind === 'switch' ? ActBySwitch : ActByLogLevel;
  return <Act action={action as never} tenant={data.tenant} onEnd={onEnd} />;
}

/** Calls back once, when due. */
function useOnce(due: boolean, act: () => void): void {
  const done = useRef(false);
  const run = useEffectEvent(act);
  useEffect(() => {
    if (!due || done.current) return;
    done.current = true;
    run();
  }, [due]);
}

/** Toast action that opens the tenant. */
function useOpenTenant(id: number) {
  const { history } = useRouter();
  return { label: 'Open tenant', onClick: () => history.push(pathTo('/tenant/$id', { id })) };
}

/** Toggles a switch; on a production tenant, changes that members notice require typing the tenant's name. */
function ActBySwitch({ action, tenant, onEnd }: ActProps<SwitchAction> & { tenant: TenantDetail }) {
  const now = new Date(useNow(1000));
  const open = useOpenTenant(tenant._id);
  const after = useRef<Partial<SwitchAction>>({});
  const change = useTenantPatch(tenant, (effect, undo) => {
    // A change without an effect may also be an undo, which `after` then describes.
    if (effect === null) toast.success(doneText({ ...action, ...after.current }, now), { action: open });
    else {
      after.current = { on: !action.on, minutes: null };
      toast.warning(doneText(action, now), { detail: effect.text, action: [open, { label: 'Undo', onClick: undo }] });
    }
  });
  const act = () => {
    change(patchOf(action, now));
    onEnd();
  };
  const effect = patchEffect(tenant, patchOf(action, now));
  useOnce(effect === null, act);
  if (effect === null) return null;
  const title = actionTitle(action, now);
  return (
    <TypedConfirmDialog
      open
      title={`${title}?`}
      removed={[effect.text]}
      inputLabel="Type the tenant name below to confirm"
      expected={tenant.tenant_name}
      confirmLabel={title}
      confirmIcon={mdiCheck}
      onConfirm={act}
      onClose={onEnd}
    />
  );
}

function ActByLogLevel({
  action,
  tenant,
  onEnd,
}: ActProps<Exclude<ActingAction, SwitchAction>> & { tenant: TenantDetail }) {
  const { set, now } = useLogLevel(tenant._id, tenant.log_level);
  const open = useOpenTenant(tenant._id);
  useOnce(true, () => {
    const reportDone = () => toast.success(doneText(action, now), { action: open });
    // A failure is reported by the mutation. Callbacks of `mutate` would be lost, because the end unmounts this component.
    void set.mutateAsync(action).then(reportDone, () => undefined);
    onEnd();
  });
  return null;
}
