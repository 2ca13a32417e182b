import { mdiLockOutline, mdiRestore } from '@mdi/js';
import { ROLES } from '@mission-control/contract/call';
import { restorePerson } from '@mission-control/contract/people/calls';
import { PERSON_STATES, type Person } from '@mission-control/contract/people/schema';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { methodsText, ROLE_WORDS, STATE_WORDS } from '../person-words.ts';
import { useAccountChange } from '../use-people.ts';

const Quiet = styled('span')({ color: color.text3 });
const Spaced = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 8 });

/** The state of a person, with its details on hover. */
export function StateChip({ person, size = 'medium' }: { person: Person; size?: 'medium' | 'small' }) {
  const { label, meaning, icon } = STATE_WORDS[person.state];
  return (
    <StatusChip
      meaning={meaning}
      variant={size === 'small' ? 'tint' : 'quiet'}
      {...(icon ? { icon } : null)}
      title={person.state_by === null ? undefined : `by ${person.state_by}`}
    >
      {label}
    </StatusChip>
  );
}

/** When a person was last seen. */
export function LastSeen({ person }: { person: Person }) {
  if (person.last_seen_at === null) return <Quiet>Never</Quiet>;
  return <RelativeTime at={person.last_seen_at} />;
}

function RestoreButton({ person: { id, name } }: { person: Person }) {
  const restore = useAccountChange(restorePerson, `${name} restored`);
  return (
    <ActionButton
      size="small"
      icon={mdiRestore}
      aria-label={`Restore ${name}`}
      pending={restore.isPending}
      onClick={() => restore.mutate({ params: { id } })}
    >
      Restore
    </ActionButton>
  );
}

function RoleCell({ person }: { person: Person }) {
  return (
    <Spaced>
      {ROLE_WORDS[person.role].label}
      {person.last_admin ? (
        <Badge icon={mdiLockOutline} title="Can be neither disabled, demoted nor deleted">
          Last admin
        </Badge>
      ) : null}
    </Spaced>
  );
}

const timeOf = (at: string | null) => (at === null ? null : new Date(at));

/** @param user name of the signed-in user @param hrefOf the address of the page with a person's panel open */
export function peopleColumns(user: string, hrefOf: (id: number) => string): readonly Column<Person>[] {
  return [
    {
      id: 'name',
      header: 'Person',
      width: 180,
      narrowWidth: 140,
      sticky: true,
      strong: true,
      sortValue: (person) => person.name,
      cell: (person) => (
        <>
          <Link href={hrefOf(person.id)} title={person.name}>
            {person.name}
          </Link>
          {person.name === user ? <Quiet> (you)</Quiet> : null}
        </>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      text: ({ role }) => ROLE_WORDS[role].label,
      width: 176,
      sortValue: (person) => ROLES.indexOf(person.role),
      cell: (person) => <RoleCell person={person} />,
    },
    { id: 'by', header: 'Signs in by', width: 124, sortValue: methodsText, cell: methodsText },
    {
      id: 'seen',
      header: 'Last seen',
      width: 116,
      sortValue: (person) => timeOf(person.last_seen_at),
      cell: (person) => <LastSeen person={person} />,
    },
    {
      id: 'sessions',
      header: 'Sessions',
      width: 92,
      sortValue: ({ sessions }) => sessions,
      cell: ({ sessions }) => sessions,
    },
    {
      id: 'state',
      header: 'State',
      text: ({ state }) => STATE_WORDS[state].label,
      width: 112,
      sortValue: (person) => PERSON_STATES.indexOf(person.state),
      cell: (person) => <StateChip person={person} />,
    },
  ];
}

/** Deleted people can be restored until their purge. */
export const deletedPeopleColumns: readonly Column<Person>[] = [
  {
    id: 'name',
    header: 'Person',
    width: 220,
    narrowWidth: 140,
    sticky: true,
    strong: true,
    sortValue: (person) => person.name,
    cell: (person) => <span title={person.name}>{person.name}</span>,
  },
  { id: 'role', header: 'Role', width: 160, cell: (person) => ROLE_WORDS[person.role].label },
  {
    id: 'deleted',
    header: 'Deleted',
    sortValue: (person) => timeOf(person.state_at),
    cell: (person) => (
      <>
        {person.state_at === null ? null : <RelativeTime at={person.state_at} />} by {person.state_by}
      </>
    ),
  },
  { id: 'actions', header: 'Actions', width: 120, text: null, cell: (person) => <RestoreButton person={person} /> },
];
