import { TOPIC } from '@mission-control/contract/topics';
import { mdiPlus } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { createCompetencyMapping } from '@mission-control/contract/competency/calls';
import { mappingCreated } from '@mission-control/contract/competency/rules';
import { listDashboardTenants } from '@mission-control/contract/dashboard/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { choicesOf, type TenantName } from '../../../lib/tenant-matches.ts';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { toast } from '../../../ui/toast/toast.ts';

/** Creates a mapping between two tenants [CMP-02]; the server decides whether they can be mapped, and its message is shown [CMP-06, CMP-07]. */
export function CreateMappingDialog({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState<TenantName | null>(null);
  const [to, setTo] = useState<TenantName | null>(null);
  const [tried, setTried] = useState(false);
  const { data, isError } = useQuery(queryOf(listDashboardTenants, {}));
  const choices = useMemo(() => choicesOf(data?.data ?? []), [data]);
  const created = (mapping: CallResponse<typeof createCompetencyMapping>) =>
    toast.success(mappingCreated(mapping.from, mapping.to));
  const create = useChange([TOPIC.competency], createCompetencyMapping, created, onClose);
  const submit = () => {
    setTried(true);
    if (from !== null && to !== null && !create.isPending) create.mutate({ body: { from: from.id, to: to.id } });
  };
  const shared = {
    choices,
    loading: data === undefined && !isError,
    help: isError ? 'The tenants could not be loaded. Close the dialog and try again.' : undefined,
  };
  const errorOf = (tenant: TenantName | null) => (tried && tenant === null ? 'Choose a tenant.' : undefined);
  return (
    <DialogFrame
      open
      title="Create mapping"
      onClose={onClose}
      onSubmit={submit}
      width={440}
      footer={<FormFooter label="Create" icon={mdiPlus} pending={create.isPending} onClose={onClose} />}
    >
      <p>Anyone with the link of the mapping can fill it in without signing in, until you lock it.</p>
      <TenantField {...shared} label="From" value={from} error={errorOf(from)} onChange={setFrom} />
      <TenantField {...shared} label="To" value={to} error={errorOf(to)} onChange={setTo} />
    </DialogFrame>
  );
}
