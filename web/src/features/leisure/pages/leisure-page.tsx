import { mdiLogin, mdiRefresh } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import { getLeisureHub, logInToLeisureHub } from '@mission-control/contract/leisure/calls';
import {
  allowedAddress,
  INVALID_ADDRESS,
  INVALID_LOGIN,
  SANDBOX_DEFAULTS,
} from '@mission-control/contract/leisure/rules';
import type { HubLoginForm } from '@mission-control/contract/leisure/schema';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { toastFailure } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { leisureSearch } from '../leisure-search.ts';

/** The form of a login to the hub of a tenant, and what becomes of it. @param basket undefined for none */
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
      // The server has checked it already; a browser leaves the console only for what it holds allowed itself (threat 8).
      const address = allowedAddress(authAddress, hub.data?.hosts ?? []);
      if (address === null) toast.error(INVALID_ADDRESS);
      else window.location.assign(address);
    },
    onError: tell,
  });
  const type = (name: keyof HubLoginForm, text: string): void => setTyped((before) => ({ ...before, [name]: text }));
  return { hub, form, type, login, faults: login.error?.fields ?? {} };
}

/** The sentence of the documents, and below it what the server says of the reason, unless fields say it. */
function tell(error: ApiError): void {
  const known = error instanceof ApiError && !error.announced && !error.wordless;
  const said = known && Object.keys(error.fields).length === 0 ? error.messages.join(' ') : '';
  if (said === '' || said === INVALID_LOGIN) toastFailure(error, () => INVALID_LOGIN);
  else toast.error(INVALID_LOGIN, { detail: said });
}

/** What a person has to know of the hub before a login; nothing in the usual case. */
function HubBanner({ hub }: { hub: UseQueryResult<CallAnswer<typeof getLeisureHub>> }) {
  const { data, error, isFetching, refetch } = hub;
  if (data && data.note !== '') return <Banner meaning="notice">{data.note}</Banner>;
  if (data?.hosts.length === 0)
    return (
      <Banner meaning="warn" title="A login can lead nowhere.">
        This installation allows no host of a hub yet: set LEISURE_HUB_HOSTS.
      </Banner>
    );
  if (data || !error) return null;
  return (
    <Banner
      meaning="bad"
      live
      title="The hosts that a login may lead to could not be read."
      action={
        <ActionButton icon={mdiRefresh} pending={isFetching} onClick={() => void refetch()}>
          Retry
        </ActionButton>
      }
    >
      {error.messages.join(' ')}
    </Banner>
  );
}

/** The leisure sandbox, inside of a tenant's page: /tenant/{id}/leisurehub [LEI-01]. */
export function LeisurePage() {
  const { id = '' } = useParams({ strict: false });
  const { basket_id: basket } = leisureSearch(useSearch({ strict: false }));
  return <LoginForm key={id} tenantId={Number(id)} basket={basket === undefined ? undefined : String(basket)} />;
}

function LoginForm({ tenantId, basket }: { tenantId: number; basket: string | undefined }) {
  const { hub, form, type, login, faults } = useLogin(tenantId, basket);
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
        <ActionButton type="submit" variant="primary" icon={mdiLogin} pending={login.isPending}>
          Log in
        </ActionButton>
      }
      onSubmit={() => !login.isPending && login.mutate()}
      // Below the form: it comes late, and nothing may move then.
      note={<HubBanner hub={hub} />}
    >
      <TextField
        {...field('secret')}
        type="password"
        label="Secret"
        help="The hub gave it to this client. It is sent once, and kept nowhere."
        data-1p-ignore
        data-lpignore="true"
      />
      <TextField
        {...field('domain')}
        mono
        label="Domain"
        placeholder="hub.example.com"
        help="Host of the leisure hub, asked over https."
      />
      <TextField {...field('client_id')} mono label="Client ID" />
      <TextField
        {...field('person_id')}
        mono
        label="Person ID"
        help="Who is let in. After the login this tab goes where the hub says."
      />
      {basket === undefined ? null : (
        <Banner meaning="notice" title={`Basket ${basket}`}>
          goes along, as the address of this page says.
        </Banner>
      )}
    </ToolForm>
  );
}
