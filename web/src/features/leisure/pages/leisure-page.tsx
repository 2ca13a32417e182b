import { mdiLogin } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { getLeisureHub, logInToLeisureHub, type HubLoginForm } from '@mission-control/contract/leisure/calls';
import {
  allowedAddress,
  INVALID_ADDRESS,
  INVALID_LOGIN,
  SANDBOX_DEFAULTS,
} from '@mission-control/contract/leisure/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { toastFailure } from '../../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Banner, RetryBanner } from '../../../ui/layout/banner.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { toast } from '../../../ui/toast/toast.ts';

/** State of the login form and its submission. @param basket undefined for none */
function useLogin(tenantId: number, basket: string | undefined) {
  const hub = useQuery(queryOf(getLeisureHub, { params: { id: tenantId } }));
  const [typed, setTyped] = useState<Partial<HubLoginForm>>({});
  const form: HubLoginForm = { secret: '', domain: hub.data?.domain ?? '', ...SANDBOX_DEFAULTS, ...typed };
  const login = useMutation({
    mutationFn: () =>
      api.send(logInToLeisureHub, {
        params: { id: tenantId },
        query: basket === undefined ? {} : { basket_id: basket },
        body: form,
      }),
    onSuccess: ({ authAddress }) => {
      // The server has checked it, but the browser must not depend on that (threat 8).
      const address = allowedAddress(authAddress, hub.data?.hosts ?? []);
      if (address === null) toast.error(INVALID_ADDRESS);
      else window.location.assign(address);
    },
    onError: toastLoginFailure,
  });
  const type = (name: keyof HubLoginForm, text: string): void => setTyped((before) => ({ ...before, [name]: text }));
  return { hub, form, type, login, faults: login.error?.fields ?? {} };
}

/** Shows the documented sentence, with the server's reason unless a field shows it. */
function toastLoginFailure(error: ApiError): void {
  const known = error instanceof ApiError && !error.announced && !error.hasNoReason;
  const reason = known && Object.keys(error.fields).length === 0 ? error.messages.join(' ') : '';
  if (reason === '' || reason === INVALID_LOGIN) toastFailure(error, () => INVALID_LOGIN);
  else toast.error(INVALID_LOGIN, { detail: reason });
}

/** A condition of the hub to know before logging in; usually none. */
function HubBanner({ hub }: { hub: QueryState<CallResponse<typeof getLeisureHub>> }) {
  const { data } = hub;
  if (data && data.note !== '') return <Banner meaning="notice">{data.note}</Banner>;
  if (data?.hosts.length === 0)
    return (
      <Banner meaning="warn" title="Logging in cannot succeed yet.">
        This installation allows no hub host: set LEISURE_HUB_HOSTS.
      </Banner>
    );
  return <RetryBanner query={hub} title="The allowed hub hosts could not be loaded." />;
}

/** The leisure sandbox of a tenant: /tenant/{id}/leisurehub; `basket_id` names the basket to open at the hub [LEI-01, LEI-04]. */
export function LeisurePage() {
  const { id = '' } = useParams({ strict: false });
  const { basket_id: basket } = useSearch({ strict: false });
  return <LoginForm key={id} tenantId={Number(id)} basket={basket === undefined ? undefined : String(basket)} />;
}

function LoginForm({ tenantId, basket }: { tenantId: number; basket: string | undefined }) {
  const { hub, form, type, login, faults } = useLogin(tenantId, basket);
  const roleRefusal = useRoleRefusal(logInToLeisureHub, 'log in to a leisure hub');
  // Without them the address of an accepted login cannot be checked.
  const refusal = roleRefusal ?? (hub.data ? null : 'The allowed hub hosts are not loaded yet');
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    error: faults[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  });
  return (
    <ToolForm
      label="Leisure hub login"
      button={
        <ActionButton
          type="submit"
          variant="primary"
          icon={mdiLogin}
          pending={login.isPending}
          disabledReason={refusal}
        >
          Log in
        </ActionButton>
      }
      onSubmit={() => refusal === null && !login.isPending && login.mutate()}
      // Below the form, so that its late arrival moves nothing.
      note={<HubBanner hub={hub} />}
    >
      <TextField
        {...field('secret')}
        type="password"
        label="Secret"
        help="Issued to this client by the hub. It is sent once and never stored."
        data-1p-ignore
        data-lpignore="true"
      />
      <TextField
        {...field('domain')}
        mono
        label="Domain"
        placeholder="hub.example.com"
        help="Host of the leisure hub; https is used."
      />
      <TextField {...field('client_id')} mono label="Client id" />
      <TextField
        {...field('person_id')}
        mono
        label="Person id"
        help="The person to log in as. This tab then opens the address that the hub returns."
      />
      {basket === undefined ? null : (
        <Banner meaning="notice" title={`Basket ${basket}`}>
          from the address of this page is sent with the login.
        </Banner>
      )}
    </ToolForm>
  );
}
