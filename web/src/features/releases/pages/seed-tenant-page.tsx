import { mdiHistory, mdiSprout } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/catalogue';
import { seedTenant } from '@mission-control/contract/releases/seed/calls';
import { seedButton, SEEDING_OUTPUT, seedComplete, seedFailed } from '@mission-control/contract/releases/seed/rules';
import { getTenant, selectTenants } from '@mission-control/contract/tenants/calls';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useToolSearch } from '../../../lib/address/tool-search.ts';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { runOfFailure } from '../../../lib/run/run-outcome.ts';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { useRunOfClick } from '../../../lib/run/use-run-of-click.ts';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { choicesOf, type TenantName } from '../../../lib/tenant-matches.ts';
import { toastFailure } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CodeView } from '../../../ui/display/code-view.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { toast } from '../../../ui/toast/toast.ts';

/** @param key idempotency key of the click */
const startSeed = (tenant: string, key: string) => api.start(seedTenant, { body: { tenant } }, key);

/** The tenant to seed and its run, both kept in the address. */
function useSeed() {
  const [url, write] = useToolSearch();
  const { data, error } = useQuery(queryOf(selectTenants, {}));
  const choices = useMemo(() => choicesOf(data?.tenants ?? []), [data]);
  const tenant = choices.find(({ id }) => id === url.tenant) ?? null;
  const seed = useMutation({
    mutationFn: (name: string) => {
      const key = crypto.randomUUID();
      write({ click: key });
      return startSeed(name, key);
    },
    // Without a response the run goes on, and its end is reported on any page.
    onSuccess: ({ answer }, name) => answer && toast.success(seedComplete(name)),
    onError: (failure) => toastFailure(failure, seedFailed),
  });
  const clicked = useRunOfClick(url.click ?? null, seed.isPending);
  return {
    choices,
    loading: data === undefined,
    error: error && !data ? error.messages.join(' ') : undefined,
    tenant,
    choose: (chosen: TenantName | null) => write({ tenant: chosen?.id, click: undefined }),
    seed,
    pending: seed.isPending || clicked?.outcome === 'running',
    run: clicked?.id ?? runOfFailure(seed.error),
    /** A run's output is in its panel; a response that names no run may carry output as well. */
    output: seed.isPending ? '' : (seed.data?.answer?.output ?? seed.error?.output ?? ''),
  };
}

/** What seeding writes to, with a warning for a production tenant. */
function SeedEffects({ tenant }: { tenant: { id: number; name: string } }) {
  const { data, error } = useQuery(queryOf(getTenant, { params: { id: tenant.id } }));
  if (error)
    return (
      <Banner meaning="warn" title="What this tenant is could not be read.">
        {error.message}
      </Banner>
    );
  if (!data) return <Banner meaning="notice">Reading what {tenant.name} is</Banner>;
  const tag = deploymentTag(data.tenant.deployment_group);
  const services = SERVICES.filter(({ detailKey }) => data.tenant[detailKey] !== null).map(
    ({ displayName }) => displayName,
  );
  const isProduction = data.tenant.deployment_group === 'production';
  return (
    <Banner
      live
      meaning={isProduction ? 'warn' : 'notice'}
      title={
        <>
          {tag === null ? null : <Tag tone={tag.tone}>{tag.text}</Tag>}{' '}
          {isProduction ? 'This is a production tenant.' : `${tenant.name} gets demo data.`}
        </>
      }
    >
      The seed command writes demo data{' '}
      {services.length === 0 ? `for ${tenant.name}, which has no services` : `for ${services.join(', ')}`}. The console
      cannot take it back.
    </Banner>
  );
}

const Block = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  '& > h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
});

/** The tool that seeds a tenant with initial data. */
export function SeedTenantPage() {
  const { choices, loading, error, tenant, choose, seed, pending, run, output } = useSeed();
  return (
    <PageFrame
      title="Seed Tenant"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Seed Tenant' }]}
      actions={
        <ActionButton icon={mdiHistory} href="/runs?kind=seed">
          Past runs
        </ActionButton>
      }
    >
      <ToolForm
        label="Seed Tenant"
        button={
          <ActionButton
            type="submit"
            variant="primary"
            icon={mdiSprout}
            pending={pending}
            disabledReason={tenant === null ? 'Choose a tenant first' : null}
          >
            {seedButton(tenant?.name ?? null)}
          </ActionButton>
        }
        onSubmit={() => tenant !== null && !pending && seed.mutate(tenant.name)}
      >
        <TenantField
          label="Tenant"
          choices={choices}
          loading={loading}
          error={error}
          value={tenant}
          onChange={choose}
        />
        {tenant === null ? null : <SeedEffects tenant={tenant} />}
      </ToolForm>
      {run !== null || output !== '' ? (
        <Block aria-label={SEEDING_OUTPUT}>
          <h2>{SEEDING_OUTPUT}</h2>
          {run === null ? <CodeView label="Output" code={output} /> : <RunPanel key={run} id={run} />}
        </Block>
      ) : null}
    </PageFrame>
  );
}
