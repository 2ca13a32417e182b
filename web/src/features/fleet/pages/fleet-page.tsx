import { mdiAccountLockOutline, mdiPlus, mdiServerOff } from '@mdi/js';
import { listThings } from '@mission-control/contract/fleet/calls';
import { FLEET_KINDS, KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { ListedThing } from '@mission-control/contract/fleet/schema';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/who-may.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';
import { fleetSearch, kindOfPage, pageOfKind } from '../fleet-search.ts';
import { RetireDialog } from '../parts/retire-dialog.tsx';
import { thingColumns, thingTexts } from '../parts/thing-columns.tsx';
import { ThingDialog } from '../parts/thing-dialog.tsx';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Fleet' }];
const rowId = ({ key }: ListedThing) => key;

/** The fleet by kind of thing. Only for admins; others learn whom to ask. */
export function FleetPage() {
  const kind = kindOfPage(useParams({ strict: false }).kind) ?? 'environment';
  const refusal = useRoleRefusal(listThings, 'change the fleet');
  if (refusal === null) return <FleetList key={kind} kind={kind} />;
  return (
    <PageFrame title="Fleet" crumbs={CRUMBS}>
      <StatePanel framed icon={mdiAccountLockOutline} title="This page is for admins.">
        {refusal}
      </StatePanel>
    </PageFrame>
  );
}

const TABS = FLEET_KINDS.map((kind) => ({
  id: kind,
  label: KIND_WORDS[kind].tab,
  href: `/fleet/${pageOfKind(kind)}`,
}));

function FleetList({ kind }: { kind: FleetKind }) {
  const { one, tab } = KIND_WORDS[kind];
  const query = useQuery(queryOf(listThings, { params: { kind } }));
  const { openKey, open, columns } = useOpenThing(kind);
  const [retiring, setRetiring] = useState<ListedThing | null>(null);
  const shown = openKey === 'new' ? null : query.data?.things.find(({ key }) => key === openKey);
  return (
    <PageFrame
      title="Fleet"
      crumbs={CRUMBS}
      count={query.data?.things.length}
      gap={12}
      tabs={<TabBar label="Fleet" tabs={TABS} active={kind} />}
      actions={
        <ActionButton variant="primary" icon={mdiPlus} aria-haspopup="dialog" onClick={() => open('new')}>
          {`Add ${one}`}
        </ActionButton>
      }
    >
      <QueryTable
        label={tab}
        query={query}
        rows={({ things }) => things}
        columns={columns}
        getRowId={rowId}
        state={useTableUrl(BY_NAME)}
        search={{ label: `Search ${tab.toLowerCase()}`, textOf: thingTexts }}
        onRowOpen={({ key }) => open(key)}
        errorTitle={`The ${tab.toLowerCase()} could not be read`}
        empty={
          <StatePanel icon={mdiServerOff} title={`No ${tab.toLowerCase()}.`}>
            Add one here, or declare them in an inventory.
          </StatePanel>
        }
      />
      {shown === undefined || retiring ? null : (
        <ThingDialog key={openKey} kind={kind} thing={shown} onClose={() => open(undefined)} onRetire={setRetiring} />
      )}
      {retiring ? (
        <RetireDialog
          thing={retiring}
          onClose={() => {
            setRetiring(null);
            open(undefined);
          }}
        />
      ) : null}
    </PageFrame>
  );
}

/** The thing whose form is open, by the address. */
function useOpenThing(kind: FleetKind) {
  const { thing } = fleetSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { searchStr } = useRouter().latestLocation;
  const columns = useMemo(() => {
    const hrefOf = (key: string) => {
      const query = new URLSearchParams(searchStr);
      query.set('thing', key);
      return `/fleet/${pageOfKind(kind)}?${query}`;
    };
    return thingColumns(kind, hrefOf);
  }, [kind, searchStr]);
  return {
    openKey: thing,
    columns,
    open: (key: string | undefined) =>
      void navigate({
        to: '/fleet/$kind',
        params: { kind: pageOfKind(kind) },
        search: (before) => {
          const { thing: _, ...rest } = fleetSearch(before);
          return key === undefined ? rest : { ...rest, thing: key };
        },
        replace: true,
        resetScroll: false,
      }),
  };
}
