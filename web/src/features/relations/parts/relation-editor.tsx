import { mdiPlus, mdiSitemapOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { liveToTest } from '../live-to-test.ts';
import { choicesQuery } from '../queries.ts';
import { reasonAgainstSave, rowFaults } from '../row-faults.ts';
import { useRelationEdits } from '../use-relation-edits.ts';
import { ChoicesError } from './choices-error.tsx';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { choicesOf } from '../../../lib/tenant-matches.ts';
import { RelationEntry } from './relation-entry.tsx';
import { RelationHead } from './relation-head.tsx';
import { List } from './relation-layout.ts';

/** Rows of relations to add, change and remove; Save sends them all. */
export function RelationEditor({ tenant }: { tenant: TenantDetail }) {
  const { _id: id, tenant_name: name } = tenant;
  const { data, error, isFetching, refetch } = useQuery(choicesQuery);
  const choices = useMemo(() => choicesOf(data?.tenants ?? []), [data]);
  const { rows, unsaved, save, choose, remove, add, reset } = useRelationEdits(tenant);
  const faults = rowFaults(id, rows);
  const addButton = (
    <ActionButton icon={mdiPlus} onClick={add}>
      Add relation
    </ActionButton>
  );
  return (
    <>
      <RelationHead
        tenantName={name}
        unsaved={unsaved}
        saving={save.isPending}
        blocked={reasonAgainstSave(unsaved, rows, faults)}
        onReset={reset}
        onSave={() => save.mutate()}
      >
        {rows.length > 0 ? addButton : null}
      </RelationHead>
      {error && !data ? (
        <ChoicesError message={error.message} retrying={isFetching} onRetry={() => void refetch()} />
      ) : null}
      {rows.length === 0 ? (
        <StatePanel framed icon={mdiSitemapOutline} title="No relations" actions={addButton}>
          {`${name} is neither parent nor child of another tenant.`}
        </StatePanel>
      ) : (
        <Panel aria-label="Relations">
          <List>
            {rows.map((row) => (
              <RelationEntry
                key={row.key}
                tenantName={name}
                row={row}
                choices={choices}
                loading={!data && !error}
                fault={faults.get(row.key)}
                onChoose={(choice) => choose(row, choice)}
                onRemove={() => remove(row)}
                onLiveToTest={() => liveToTest(id, row)}
              />
            ))}
          </List>
        </Panel>
      )}
      <LeaveGuard unsaved={unsaved}>{lostText(unsaved, name)}</LeaveGuard>
    </>
  );
}

const lostText = (unsaved: number, tenant: string) =>
  unsaved === 1 ? `1 relation of ${tenant} is not saved.` : `${unsaved} relations of ${tenant} are not saved.`;
