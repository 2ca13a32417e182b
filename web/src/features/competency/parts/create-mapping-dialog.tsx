import { mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { choicesOf, type TenantName } from '../../../lib/tenant-matches.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { mappingTenantsQuery } from '../queries.ts';
import { useCreateMapping } from '../use-create-mapping.ts';

/** A new mapping: from one tenant to another [CMP-02]. Whether they can be is for the server to say. */
export function CreateMappingDialog({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState<TenantName | null>(null);
  const [to, setTo] = useState<TenantName | null>(null);
  const [tried, setTried] = useState(false);
  const { data, isError } = useQuery(mappingTenantsQuery);
  const choices = useMemo(() => choicesOf(data?.data ?? []), [data]);
  const create = useCreateMapping(onClose);
  const submit = () => {
    setTried(true);
    if (from !== null && to !== null && !create.isPending) create.mutate({ from: from.id, to: to.id });
  };
  const shared = {
    choices,
    loading: data === undefined && !isError,
    help: isError ? 'The tenants could not be read. Close the dialog and try again.' : undefined,
  };
  const errorOf = (tenant: TenantName | null) => (tried && tenant === null ? 'Choose a tenant.' : undefined);
  return (
    <DialogFrame
      open
      title="Create mapping"
      onClose={onClose}
      onSubmit={submit}
      width={440}
      foot={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="primary" icon={mdiPlus} type="submit" pending={create.isPending}>
            Create
          </ActionButton>
        </>
      }
    >
      <p>Whoever has the link of the mapping can fill it in without signing in, until you lock it.</p>
      <TenantField {...shared} label="From" value={from} error={errorOf(from)} onChange={setFrom} />
      <TenantField {...shared} label="To" value={to} error={errorOf(to)} onChange={setTo} />
    </DialogFrame>
  );
}
