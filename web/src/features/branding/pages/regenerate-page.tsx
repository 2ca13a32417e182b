import { mdiAutorenew } from '@mdi/js';
import { regenerateBranding } from '@mission-control/contract/branding/calls';
import { numberText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LoadingPanel, Spinner } from '../../../ui/layout/skeleton.tsx';
import { RetryBanner } from '../../../ui/layout/banner.tsx';
import { allQueries } from '../../../lib/query/query-page.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { BranchField } from '../parts/branch-field.tsx';
import { Stack } from '../parts/layout.ts';
import { RegenerateProgress } from '../parts/regenerate-progress.tsx';
import type { BrandedTenant } from '../state/regeneration.ts';
import { useRegenerate, type Regenerate } from '../use-regenerate.ts';

const Amount = styled('p')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  minHeight: 32,
  color: color.text2,
  '& > b': { fontSize: 28, lineHeight: '32px', fontWeight: 600, letterSpacing: '-.03em', color: color.text },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
});
const Waiting = styled('p')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32, color: color.text2 });

/** Number of active brandings, and the branch to generate from [RGN-01, RGN-02, RGN-07]. */
function RegenerateCard({ branches, active, tenants, loading, branch, choose, run }: Regenerate) {
  return (
    <Card title="What to regenerate">
      {loading ? (
        <Waiting role="status">
          <Spinner aria-hidden /> Loading
        </Waiting>
      ) : (
        <Amount>
          <b>
            {tenants && tenants.length > 0 ? (
              <a href="#active-brandings">{numberText(tenants.length)}</a>
            ) : (
              (tenants?.length ?? '–')
            )}
          </b>{' '}
          {tenants?.length === 1 ? 'active HomePortal2 branding' : 'active HomePortal2 brandings'}
        </Amount>
      )}
      <RetryBanner
        query={allQueries({ branches, active })}
        title={branches.error ? 'The branches could not be loaded.' : 'The tenants could not be loaded.'}
      />
      <div inert={run.running}>
        <BranchField
          names={branches.data?.branches.map(({ name }) => name)}
          failed={branches.error !== null}
          branch={branch}
          help="The theme of this branch is compiled with the colours of each tenant."
          onChange={choose}
        />
      </div>
    </Card>
  );
}

const tenantColumns: readonly Column<BrandedTenant>[] = [
  {
    id: 'name',
    header: 'Tenant',
    strong: true,
    wrap: true,
    sortValue: ({ name }) => name,
    cell: ({ id, name }) => <Link href={pathTo('/tenant/$id/homeportal2/branding', { id })}>{name}</Link>,
  },
  { id: 'id', header: 'Id', width: 90, align: 'right', sortValue: ({ id }) => id, cell: ({ id }) => id },
];

function ActiveBrandings({ tenants }: { tenants: readonly BrandedTenant[] }) {
  return (
    <div id="active-brandings">
      <LocalTable
        label="Active brandings"
        columns={tenantColumns}
        rows={tenants}
        getRowId={({ id }) => String(id)}
        defaultSort={BY_NAME}
      />
    </div>
  );
}

/** Regenerates the brandings of all active tenants: /tools/regenerate-brandings. */
export function RegeneratePage() {
  const regenerate = useRegenerate();
  const { tenants, loading, branch, run, begin } = regenerate;
  const refusal = useRoleRefusal(regenerateBranding, 'regenerate brandings');
  const [asking, setAsking] = useState(false);
  const count = tenants?.length ?? 0;
  return (
    <PageFrame
      title="Regenerate brandings"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Regenerate brandings' }]}
      actions={
        <ActionButton
          variant="primary"
          icon={mdiAutorenew}
          pending={run.running}
          disabledReason={
            refusal ?? (loading ? 'Loading the brandings' : tenants ? null : 'The tenants could not be loaded')
          }
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          Regenerate all
        </ActionButton>
      }
    >
      <Stack style={{ maxWidth: 760 }}>
        <RegenerateCard {...regenerate} />
        {run.branch === null ? null : <RegenerateProgress {...regenerate} />}
        {loading ? <LoadingPanel label="Loading the active brandings" rows={11} rowHeight={40} plain /> : null}
        {!loading && tenants && tenants.length > 0 ? <ActiveBrandings tenants={tenants} /> : null}
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Regenerate all brandings?"
        confirmLabel="Confirm"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          begin(tenants ?? []);
        }}
      >
        <p>
          {count === 1 ? 'The files of 1 tenant are' : `The files of ${numberText(count)} tenants are`} compiled{' '}
          {branch === '' ? '' : `from ${branch} `}and published, one tenant after another. A failure does not stop the
          others. If this tab is closed before the end, this page offers to continue.
        </p>
      </ConfirmDialog>
    </PageFrame>
  );
}
