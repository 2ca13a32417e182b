import { mdiRefresh } from '@mdi/js';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Ref } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { BranchField } from './branch-field.tsx';

/** The branches, as far as they have been read. */
export type BranchRead = Pick<
  UseQueryResult<{ branches: { name: string }[] }>,
  'data' | 'error' | 'isFetching' | 'refetch'
>;

interface BranchCardProps {
  branches: BranchRead;
  branch: string;
  error: string | undefined;
  field: Ref<HTMLSelectElement>;
  onChange: (branch: string) => void;
}

/** The branch whose theme the files are generated from [BRD-06]. */
export function BranchCard({ branches, branch, error, field, onChange }: BranchCardProps) {
  return (
    <Card title="Branch">
      {branches.error && !branches.data ? (
        <Banner
          meaning="bad"
          title="The branches could not be read."
          action={
            <ActionButton
              size="small"
              icon={mdiRefresh}
              pending={branches.isFetching}
              onClick={() => void branches.refetch()}
            >
              Retry
            </ActionButton>
          }
        >
          {branches.error.message}
        </Banner>
      ) : null}
      <BranchField
        names={branches.data?.branches.map(({ name }) => name)}
        branch={branch}
        error={error}
        field={field}
        onChange={onChange}
      />
    </Card>
  );
}
