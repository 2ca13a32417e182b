import { mdiHistory, mdiSprout } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/catalogue';
import { seedTenant } from '@mission-control/contract/releases/calls';
import { seedButton, SEEDING_OUTPUT, seedComplete, seedFailed } from '@mission-control/contract/releases/rules';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { useToolRun } from '../../../lib/run/use-run-of-click.ts';
import { TenantField } from '../../../lib/tenant-field.tsx';
import type { TenantName } from '../../../lib/tenant-matches.ts';
import { useTenantChoices } from '../../../lib/use-choices.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CodeView } from '../../../ui/display/code-view.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { Banner, RetryBanner } from '../../../ui/layout/banner.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { styled } from '../../../ui/theme/styled.ts';

/** The tenant to seed and its run, both kept in the address. */
function useSeed() {
  const {
    query: { data, error },
    choices,
  } = useTenantChoices();
  const { url, write, mutation, pending, run } = useToolRun({
    start: (tenant: string, key) => api.start(seedTenant, { body: { tenant } }, key),
    success: seedComplete,
    failure: seedFailed,
  });
  return {
    choices,
    loading: data === undefined,
    error: error && !data ? error.messages.join(' ') : undefined,
    tenant: choices.find(({ id }) => id === url.tenant) ?? null,
    choose: (chosen: TenantName | null) => write({ tenant: chosen?.id, click: undefined }),
    seed: mutation.mutate,
    pending,
    run,
    /** Output of a response without a known run; a run shows its own. */
    output: mutation.isPending ? '' : (mutation.data?.answer?.output ?? mutation.error?.output ?? ''),
  };
}

/** What seeding writes to, with a warning for a production tenant. */
function SeedEffects({ tenant }: { tenant: { id: number; name: string } }) {
  const query = useQuery(queryOf(getTenant, { params: { id: tenant.id } }));
  const { data, error } = query;
  if (!data && error) return <RetryBanner query={query} title="The tenant could not be loaded." />;
  if (!data) return <Banner meaning="notice">Loading {tenant.name}</Banner>;
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
  const roleRefusal = useRoleRefusal(seedTenant, 'seed a tenant');
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
            disabledReason={roleRefusal ?? (tenant === null ? 'Choose a tenant first' : null)}
          >
            {seedButton(tenant?.name ?? null)}
          </ActionButton>
        }
        onSubmit={() => tenant !== null && !pending && roleRefusal === null && seed(tenant.name)}
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
