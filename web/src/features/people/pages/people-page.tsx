import { mdiAccountGroupOutline, mdiAccountPlusOutline, mdiArrowLeft, mdiTrashCanOutline } from '@mdi/js';
import { listPeople } from '@mission-control/contract/people/calls';
import type { OneTimeLink, Person } from '@mission-control/contract/people/schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { BY_NAME, readTableSearch, wholeNumber, type TableSearch } from '../../../lib/address/table-search.ts';
import { useRowHref, useTableUrl } from '../../../lib/address/use-table-url.ts';
import { useUrlState } from '../../../lib/address/use-url-text.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useConsole, useReadRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { AdminsOnly, StatePanel } from '../../../ui/layout/state-panel.tsx';
import { AddPersonDialog } from '../parts/add-person-dialog.tsx';
import { LinkDialog } from '../parts/link-dialog.tsx';
import { deletedPeopleColumns, peopleColumns } from '../parts/people-columns.tsx';
import { PersonPanel } from '../parts/person-panel.tsx';
import { personTexts } from '../person-words.ts';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'People' }];
/** Search, sort, page, open panel and view of the people, kept in the address. */
interface PeopleSearch extends TableSearch {
  person?: number;
  view?: 'deleted';
}

function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  const person = wholeNumber(search.person);
  return {
    ...readTableSearch(search, BY_NAME),
    ...(person > 0 ? { person } : null),
    ...(search.view === 'deleted' ? { view: 'deleted' as const } : null),
  };
}

const rowId = (person: Person) => String(person.id);

/** Everyone with an account. For admins only; others see whom to ask. */
export function PeoplePage() {
  const refusal = useReadRefusal(listPeople, 'see the people of the console');
  if (refusal === null) return <PeopleList />;
  return (
    <PageFrame title="People" crumbs={CRUMBS}>
      <AdminsOnly>{refusal}</AdminsOnly>
    </PageFrame>
  );
}

function PeopleList() {
  const table = useTableUrl(BY_NAME);
  const { query, view, change, close, kept, deleted, open } = usePeople();
  const [dialog, setDialog] = useState<'add' | OneTimeLink | null>(null);
  const columns = useColumns();
  const isDeleted = view === 'deleted';
  return (
    <PageFrame
      title={isDeleted ? 'Deleted people' : 'People'}
      crumbs={CRUMBS}
      count={query.data && (isDeleted ? deleted : kept).length}
      gap={12}
      actions={
        <ActionButton variant="primary" icon={mdiAccountPlusOutline} onClick={() => setDialog('add')}>
          Add person
        </ActionButton>
      }
    >
      <Toolbar onBlur={table.commitSearch}>
        <SearchField label="Search people" value={table.search} onChange={table.setSearch} />
        <ViewButton
          view={view}
          deleted={deleted.length}
          onChange={(next) => change({ view: next, person: undefined })}
        />
      </Toolbar>
      <QueryTable
        label="People"
        query={query}
        rows={(data) => data.people.filter(({ state }) => (state === 'deleted') === isDeleted)}
        state={table}
        search={{ textOf: personTexts }}
        columns={isDeleted ? deletedPeopleColumns : columns}
        getRowId={rowId}
        {...(isDeleted ? null : { onRowOpen: ({ id }: Person) => change({ person: id }) })}
        selectedId={open ? rowId(open) : null}
        rowOff={({ state }) => state === 'disabled'}
        errorTitle="The people could not be loaded"
        empty={
          <StatePanel icon={mdiAccountGroupOutline} title="No people here">
            Deleted people can be restored for 30 days.
          </StatePanel>
        }
      />
      {open ? <PersonPanel key={open.id} person={open} onLink={setDialog} onClose={() => close(open.id)} /> : null}
      {dialog === 'add' && query.data ? (
        <AddPersonDialog defaultRole={query.data.default_role} onClose={() => setDialog(null)} onAdded={setDialog} />
      ) : null}
      {dialog === null || dialog === 'add' ? null : <LinkDialog link={dialog} onClose={() => setDialog(null)} />}
    </PageFrame>
  );
}

/** The current and the deleted people, and the person whose panel the address opens. */
function usePeople() {
  const [{ person: openId, view }, set] = useUrlState(peopleSearch);
  const query = useQuery(queryOf(listPeople, {}));
  const people = query.data?.people ?? [];
  const deleted = people.filter(({ state }) => state === 'deleted');
  const kept = people.filter(({ state }) => state !== 'deleted');
  return {
    query,
    view,
    kept,
    deleted,
    open: view === 'deleted' ? undefined : kept.find(({ id }) => id === openId),
    // Back closes an open panel first; the other list gets its own history entry.
    change: (part: { [Key in keyof PeopleSearch]: PeopleSearch[Key] | undefined }) => set(part, !('view' in part)),
    /** Closes the panel of a person, if it is still the open one. */
    close: (id: number) => {
      if (id === openId) set({ person: undefined }, true);
    },
  };
}

interface ViewButtonProps {
  view: PeopleSearch['view'];
  /** Number of deleted people. */
  deleted: number;
  onChange: (view: PeopleSearch['view']) => void;
}

function ViewButton({ view, deleted, onChange }: ViewButtonProps) {
  if (view === 'deleted') {
    return (
      <ActionButton icon={mdiArrowLeft} onClick={() => onChange(undefined)}>
        Back to people
      </ActionButton>
    );
  }
  if (deleted === 0) return null;
  return (
    <ActionButton icon={mdiTrashCanOutline} onClick={() => onChange('deleted')}>
      {`Deleted (${deleted})`}
    </ActionButton>
  );
}

function useColumns() {
  const hrefOf = useRowHref('person');
  const user = useConsole()?.user ?? '';
  return useMemo(() => peopleColumns(user, hrefOf), [user, hrefOf]);
}
