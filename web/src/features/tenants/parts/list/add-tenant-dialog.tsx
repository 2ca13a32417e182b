import { mdiPlus } from '@mdi/js';
import { listRegions } from '@mission-control/contract/environments/calls';
import { foldName } from '@mission-control/contract/search/rules';
import { createTenant, listAccounts } from '@mission-control/contract/tenants/calls';
import type { NewTenant } from '@mission-control/contract/tenants/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, useRef } from 'react';
import { api } from '../../../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../../../lib/api/query.ts';
import { toastError } from '../../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { ChoiceField } from '../../../../ui/field/choice-field.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { toast } from '../../../../ui/toast/toast.ts';

interface Account {
  _id: number;
  trading_name: string;
}

interface AccountFieldProps {
  accounts: readonly Account[];
  /** Id of the chosen account, shown until the list is loaded; null if there are no accounts. */
  value: number | null;
  onChange: (id: number) => void;
  help: string | undefined;
}

/** Selects one of hundreds of accounts by typing or scrolling. */
function AccountField({ accounts, value, onChange, help }: AccountFieldProps) {
  const unknown = { _id: value ?? 0, trading_name: value === null ? 'There is no account yet' : `#${value}` };
  const chosen = accounts.find(({ _id }) => _id === value) ?? unknown;
  return (
    <ChoiceField<Account>
      label="Account"
      help={help}
      listLabel="Accounts"
      options={accounts}
      value={chosen}
      onChange={(account) => {
        if (account) onChange(account._id);
      }}
      nameOf={({ trading_name }) => trading_name}
      keyOf={({ _id }) => _id}
      matches={(text) => accounts.filter(({ trading_name }) => foldName(trading_name).includes(foldName(text)))}
      noneText="No matching account."
    />
  );
}

/** Sends a new tenant and reports the result. */
function useAddTenant() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: (body: NewTenant) => api.send(createTenant, { body }),
    onSuccess: ({ tenant, id }) => {
      const open = () => void navigate({ to: '/tenant/$id', params: { id: String(id) } });
      toast.success(`Successfully created tenant \`${tenant}\``, { action: { label: 'Open', onClick: open } });
      void invalidateTopics(client, [TOPIC.tenants, TOPIC.roster]);
    },
    onError: (error) => toastError(error),
  });
  const sending = useRef(false);
  return {
    pending: mutation.isPending,
    /**
     * A second call while the first one runs does nothing. `onAnswered` is called for every response, refusals included (TLS-56), while
     * the dialog is open; without a response, the input is kept.
     */
    send: (tenant: NewTenant, onAnswered: () => void) => {
      if (sending.current) return;
      sending.current = true;
      mutation.mutate(tenant, {
        onSettled: (_answer, error) => {
          sending.current = false;
          if (error?.status !== 0) onAnswered();
        },
      });
    },
  };
}

/** Initial values of the form [TLS-49, TLS-50]. */
const FIRST = { tenant: '', region: 1, account: 1 };

/** Form for a new tenant: name, region, account. The server validates them (TLS-54). */
export function AddTenantDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(FIRST);
  const regions = useQuery(queryOf(listRegions, {}));
  const accounts = useQuery(queryOf(listAccounts, {}));
  const { pending, send } = useAddTenant();
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
      onSubmit={() => !empty && send({ ...typed, ...chosen }, onClose)}
      width={440}
      footer={
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
        help={regions.isError ? 'The regions could not be loaded. Close the dialog and try again.' : undefined}
        onChange={(event) => set({ region: Number(event.target.value) })}
      />
      <AccountField
        accounts={accounts.data?.accounts ?? []}
        value={chosen.account}
        help={accounts.isError ? 'The accounts could not be loaded. Close the dialog and try again.' : undefined}
        onChange={(account) => set({ account })}
      />
    </DialogFrame>
  );
}

/** Says where regions and accounts come from: an admin or an inventory. */
function NoPlaces() {
  return (
    <Banner meaning="notice" title="This console is empty.">
      An admin can add regions, accounts and environments under Tools, Fleet, or import an inventory there. Or set
      INVENTORY_FILE to its file and restart the console, or set SANDBOX=on to try the console with a sandbox fleet.
    </Banner>
  );
}

/** The chosen id while the list is loading or contains it, else the first id; null for an empty list. */
function existing(id: number, list: readonly { _id: number }[] | undefined): number | null {
  if (!list || list.some(({ _id }) => _id === id)) return id;
  return list[0]?._id ?? null;
}

interface Region {
  _id: number;
  region_name: string;
  description: string;
}

/** The chosen account is an option even before the list has loaded. */
function regionOptions(regions: readonly Region[], chosen: number | null) {
  const options = regions.map(({ _id, region_name: name, description }) => ({
    value: String(_id),
    label: description === '' || description === name ? name : `${description} (${name})`,
  }));
  return chosen === null || regions.some(({ _id }) => _id === chosen)
    ? options
    : [{ value: String(chosen), label: `#${chosen}` }, ...options];
}
