import { mdiHistory, mdiSprout } from '@mdi/js';
import { seedButton, SEEDING_OUTPUT } from '@mission-control/contract/releases/seed/rules';
import { RunPanel } from '../../../lib/run-panel.tsx';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { styled } from '../../../ui/styled.ts';
import { ToolForm } from '../../../ui/tool-form.tsx';
import { SeedEffects } from '../parts/seed-effects.tsx';
import { useSeed } from '../use-seed.ts';

const Block = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  '& > h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
});

/** The tool that fills a tenant with its first data. */
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
