import { mdiRefresh } from '@mdi/js';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Spinner } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { Regenerate } from '../use-regenerate.ts';
import { BranchField } from './branch-field.tsx';

const Amount = styled('p')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 8,
  minHeight: 32,
  color: color.text2,
  '& > b': { fontSize: 28, lineHeight: '32px', fontWeight: 600, letterSpacing: '-.03em', color: color.text },
});
const Waiting = styled('p')({ display: 'flex', alignItems: 'center', gap: 8, minHeight: 32, color: color.text2 });

/** How many brandings there are and which branch they are made from [RGN-01, RGN-02, RGN-07]. */
export function RegenerateCard({ branches, active, tenants, loading, branch, choose, run }: Regenerate) {
  const failed = [branches, active].find(({ error, data }) => error && !data);
  return (
    <Card title="What to regenerate">
      {loading ? (
        <Waiting role="status">
          <Spinner aria-hidden /> Loading
        </Waiting>
      ) : (
        <Amount>
          <b>{tenants?.length.toLocaleString('en-GB') ?? '–'}</b>{' '}
          {tenants?.length === 1 ? 'active HomePortal2 branding' : 'active HomePortal2 brandings'}
        </Amount>
      )}
      {failed?.error ? (
        <Banner
          meaning="bad"
          title={branches.error ? 'The branches could not be read.' : 'The tenants could not be read.'}
          action={
            <ActionButton
              size="small"
              icon={mdiRefresh}
              pending={failed.isFetching}
              onClick={() => {
                for (const read of [branches, active]) if (read.error) void read.refetch();
              }}
            >
              Retry
            </ActionButton>
          }
        >
          {failed.error.message}
        </Banner>
      ) : null}
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
