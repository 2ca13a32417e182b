import { mdiLogin } from '@mdi/js';
import { useParams, useSearch } from '@tanstack/react-router';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ToolForm } from '../../../ui/tool-form.tsx';
import { HubBanner } from '../parts/hub-banner.tsx';
import { leisureSearch } from '../leisure-search.ts';
import { useLogin } from '../use-login.ts';

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
