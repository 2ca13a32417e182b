import { mdiContentSaveOutline, mdiPlus, mdiRefresh, mdiRestore, mdiSitemapOutline } from '@mdi/js';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { liveToTest } from '../live-to-test.ts';
import { choicesQuery } from '../queries.ts';
import { reasonAgainstSave, rowFaults } from '../row-faults.ts';
import { choicesOf } from '../tenant-matches.ts';
import { useRelationEdits } from '../use-relation-edits.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { RelationEntry } from './relation-entry.tsx';
import { Head, List } from './relation-layout.ts';

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
      <Head>
        <h2>Relations of {name}</h2>
        {unsaved > 0 ? (
          <ActionButton variant="ghost" icon={mdiRestore} onClick={reset}>
            Reset
          </ActionButton>
        ) : null}
        {rows.length > 0 ? addButton : null}
        <ActionButton
          variant="primary"
          icon={mdiContentSaveOutline}
          count={unsaved > 0 ? unsaved : undefined}
          pending={save.isPending}
          disabledReason={reasonAgainstSave(unsaved, rows, faults)}
          onClick={() => save.mutate()}
        >
          Save
        </ActionButton>
      </Head>
      {error && !data ? (
        <Banner
          meaning="bad"
          live
          title="The tenants to choose from could not be read."
          action={
            <ActionButton size="small" icon={mdiRefresh} pending={isFetching} onClick={() => void refetch()}>
              Retry
            </ActionButton>
          }
        >
          {error.message}
        </Banner>
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
      <LeaveGuard unsaved={unsaved} tenantName={name} />
    </>
  );
}
