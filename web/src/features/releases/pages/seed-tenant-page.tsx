import { mdiHistory, mdiSprout } from '@mdi/js';
import { seedButton, seedComplete, seedFailed, SEEDING_OUTPUT } from '@mission-control/contract/releases/seed/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { RunPanel } from '../../../lib/run-panel.tsx';
import { TenantField } from '../../../lib/tenant-field.tsx';
import { choicesOf, type TenantName } from '../../../lib/tenant-matches.ts';
import { toastFailure } from '../../../lib/toast-failure.ts';
import { useClickedRun } from '../../../lib/use-clicked-run.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { styled } from '../../../ui/styled.ts';
import { toast } from '../../../ui/toast.ts';
import { ToolForm } from '../../../ui/tool-form.tsx';
import { seedChoicesQuery, sendSeed } from '../seed-queries.ts';

const Block = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  minWidth: 0,
  '& > h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
});

/** The tool that fills a tenant with its first data. */
export function SeedTenantPage() {
  const [tenant, setTenant] = useState<TenantName | null>(null);
  const { data, error } = useQuery(seedChoicesQuery);
  const choices = useMemo(() => choicesOf(data?.tenants ?? []), [data]);
  const click = useClickedRun();
  const seed = useMutation({
    mutationFn: (name: string) => sendSeed(name, click.begin()),
    onSuccess: (_answer, name) => toast.success(seedComplete(name)),
    onError: (failure) => toastFailure(failure, seedFailed),
  });
  // What a run wrote stands in its panel; a failure that never became one may carry output as well.
  const output = seed.isPending ? '' : (seed.data?.output ?? seed.error?.output ?? '');
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
            pending={seed.isPending}
            disabledReason={tenant === null ? 'Choose a tenant first' : null}
          >
            {seedButton(tenant?.name ?? null)}
          </ActionButton>
        }
        onSubmit={() => tenant !== null && !seed.isPending && seed.mutate(tenant.name)}
      >
        <TenantField
          label="Tenant"
          choices={choices}
          loading={data === undefined}
          error={error && !data ? error.messages.join(' ') : undefined}
          value={tenant}
          onChange={setTenant}
        />
      </ToolForm>
      {click.run !== null || output !== '' ? (
        <Block aria-label={SEEDING_OUTPUT}>
          <h2>{SEEDING_OUTPUT}</h2>
          {click.run === null ? <CodeView label="Output" code={output} /> : <RunPanel id={click.run.id} />}
        </Block>
      ) : null}
    </PageFrame>
  );
}
