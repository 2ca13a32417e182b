import { mdiFileTreeOutline, mdiPlus, mdiServerOff } from '@mdi/js';
import { listFleetItems, saveFleetItem } from '@mission-control/contract/fleet/calls';
import { KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { ListedItem } from '@mission-control/contract/fleet/schema';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { useRowHref, useTableUrl } from '../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useReadRefusal, useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { fleetSearch, kindOfPage } from '../fleet-search.ts';
import { FleetFrame } from '../parts/fleet-frame.tsx';
import { RetireDialog } from '../parts/retire-dialog.tsx';
import { itemColumns, itemTexts } from '../parts/item-columns.tsx';
import { ItemDialog } from '../parts/item-dialog.tsx';

const rowId = ({ key }: ListedItem) => key;

/** The fleet by kind of item. */
export function FleetPage() {
  const kind = kindOfPage(useParams({ strict: false }).kind) ?? 'environment';
  return <FleetList key={kind} kind={kind} />;
}

function FleetList({ kind }: { kind: FleetKind }) {
  const { one, tab } = KIND_WORDS[kind];
  const refusal = useReadRefusal(listFleetItems, 'change the fleet');
  const query = useQuery({ ...queryOf(listFleetItems, { params: { kind } }), enabled: refusal === null });
  const { openKey, open, columns } = useOpenItem(kind);
  const [retiring, setRetiring] = useState<ListedItem | null>(null);
  const { shown, isGone } = useShownItem(query.data?.items, openKey);
  // Not when the dialog closes: until the address changes, the form would be shown again.
  if (retiring && retiring.key !== openKey) setRetiring(null);
  return (
    <FleetFrame
      tab={kind}
      count={query.data?.items.length}
      actions={
        <>
          <ActionButton icon={mdiFileTreeOutline} href="/fleet/import">
            Import
          </ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiPlus}
            aria-haspopup="dialog"
            disabledReason={useRoleRefusal(saveFleetItem, 'change the fleet')}
            onClick={() => open('new')}
          >
            {`Add ${one}`}
          </ActionButton>
        </>
      }
    >
      {isGone && !shown ? <Banner live meaning="notice" title={`There is no such ${one}: it may be retired.`} /> : null}
      <QueryTable
        label={tab}
        query={query}
        rows={({ items }) => items}
        columns={columns}
        getRowId={rowId}
        state={useTableUrl(BY_NAME)}
        search={{ label: `Search ${tab.toLowerCase()}`, textOf: itemTexts }}
        onRowOpen={({ key }) => open(key)}
        errorTitle={`The ${tab.toLowerCase()} could not be loaded`}
        empty={
          <StatePanel icon={mdiServerOff} title={`No ${tab.toLowerCase()}`}>
            Add one here, or declare them in an inventory.
          </StatePanel>
        }
      />
      {shown === undefined || retiring ? null : (
        <ItemDialog
          key={openKey}
          kind={kind}
          item={shown}
          gone={isGone}
          onClose={() => open(undefined)}
          onRetire={setRetiring}
        />
      )}
      {retiring ? <RetireDialog item={retiring} onClose={() => open(undefined)} /> : null}
    </FleetFrame>
  );
}

/** The item of the open form, which stays when somebody else retires it; null adds one. @param items undefined while loading */
function useShownItem(items: readonly ListedItem[] | undefined, openKey: string | undefined) {
  const found = items?.find(({ key }) => key === openKey);
  const [opened, setOpened] = useState<ListedItem>();
  if (found && found !== opened) setOpened(found);
  if (openKey === undefined || openKey === 'new') return { shown: openKey === 'new' ? null : undefined, isGone: false };
  return { shown: found ?? (opened?.key === openKey ? opened : undefined), isGone: items !== undefined && !found };
}

/** The item whose form is open, by the address. */
function useOpenItem(kind: FleetKind) {
  const [{ thing }, set] = useUrlState(fleetSearch);
  const hrefOf = useRowHref('thing');
  return {
    openKey: thing,
    columns: useMemo(() => itemColumns(kind, hrefOf), [kind, hrefOf]),
    open: (key: string | undefined) => set({ thing: key }, true),
  };
}
