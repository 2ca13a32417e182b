import { mdiPlus } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { accountsQuery, regionsQuery } from '../queries-places.ts';
import { useAddTenant } from '../use-add-tenant.ts';
import { AccountField } from './account-field.tsx';

/** What the form starts with [TLS-49, TLS-50]. */
const FIRST = { tenant: '', region: 1, account: 1 };

/** A new tenant: name, region, account. Whether they can be is for the server to say (TLS-54). */
export function AddTenantDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(FIRST);
  const regions = useQuery(regionsQuery);
  const accounts = useQuery(accountsQuery);
  const { pending, send } = useAddTenant(onClose);
  const chosen = {
    region: existing(typed.region, regions.data?.regions),
    account: existing(typed.account, accounts.data?.accounts),
  };
  const empty = chosen.region === null || chosen.account === null;
  const set = (part: Partial<typeof FIRST>) => setTyped((before) => ({ ...before, ...part }));
  return (
    <DialogFrame
      open
      title="Add tenant"
      onClose={onClose}
      onSubmit={() => !empty && send({ ...typed, ...chosen })}
      width={440}
      foot={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiPlus}
            type="submit"
            pending={pending}
            disabledReason={empty ? 'A tenant needs a region and an account' : null}
          >
            Add tenant
          </ActionButton>
        </>
      }
    >
      {empty ? <NoPlaces /> : null}
      <TextField
        label="Name"
        help="The tenant starts without services; they are added on its page."
        value={typed.tenant}
        autoFocus
        autoComplete="off"
        onChange={(event) => set({ tenant: event.target.value })}
      />
      <SelectField
        label="Region"
        options={regionOptions(regions.data?.regions ?? [], chosen.region)}
        value={String(chosen.region ?? '')}
        {...(chosen.region === null && { placeholder: 'There is no region yet' })}
        help={regions.isError ? 'The regions could not be read. Close the dialog and try again.' : undefined}
        onChange={(event) => set({ region: Number(event.target.value) })}
      />
      <AccountField
        accounts={accounts.data?.accounts ?? []}
        value={chosen.account}
        help={accounts.isError ? 'The accounts could not be read. Close the dialog and try again.' : undefined}
        onChange={(account) => set({ account })}
      />
    </DialogFrame>
  );
}

/** An empty console learns its regions and accounts from an inventory, and nowhere else. */
function NoPlaces() {
  return (
    <Banner meaning="notice" title="This console is empty.">
      Its regions, accounts and environments come with an inventory: set INVENTORY_FILE to its file and start the
      console again, or set SANDBOX=on to try the console with a sandbox fleet.
    </Banner>
  );
}

/** The chosen one, while the list is on its way or has it; else the first there is, null for none. */
function existing(id: number, list: readonly { _id: number }[] | undefined): number | null {
  if (!list || list.some(({ _id }) => _id === id)) return id;
  return list[0]?._id ?? null;
}

interface Region {
  _id: number;
  region_name: string;
  description: string;
}

/** The chosen one is an option even before the list has arrived. */
function regionOptions(regions: readonly Region[], chosen: number | null) {
  const options = regions.map(({ _id, region_name: name, description }) => ({
    value: String(_id),
    label: description === '' || description === name ? name : `${description} (${name})`,
  }));
  return chosen === null || regions.some(({ _id }) => _id === chosen)
    ? options
    : [{ value: String(chosen), label: `#${chosen}` }, ...options];
}
