import type { PresentPerson } from '@mission-control/contract/presence/calls';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { Hidden, styled } from '../../ui/theme/styled.ts';
import { color } from '../../ui/theme/tokens.ts';
import { usePresence } from './use-presence.ts';

const SHOWN = 3;

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  fontSize: 12,
  lineHeight: '20px',
  color: color.text2,
});
const Person = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& > i': {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: 20,
    height: 20,
    borderRadius: '50%',
    border: `1px solid ${color.lineStrong}`,
    background: color.raised,
    color: color.text,
    fontSize: 10,
    fontStyle: 'normal',
    fontWeight: 600,
  },
  '&[data-editing=true] > i': { borderColor: color.accent, background: color.accentTint },
  '& b': { fontWeight: 550, color: color.text },
});

/** Up to two letters of a name: `anna.lowe` is AL. */
export const initialsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => [...part][0]?.toUpperCase() ?? '')
    .join('') || '?';

function sentenceOf({ name, editing, own }: PresentPerson, what: string, isNew: boolean): string {
  if (isNew && editing)
    return own ? `You are preparing a new ${what} in another tab` : `${name} is preparing a new ${what} too`;
  if (own) return editing ? `You are editing this ${what} in another tab` : `You have this ${what} open in another tab`;
  return editing ? `${name} is editing this ${what}` : `${name} has this ${what} open`;
}

interface PresenceBarProps {
  /** Name of the page: `config:12:coursepro`. */
  page: string;
  /** What the page is: `config`. */
  what: string;
  /** The caller has unsaved edits. */
  editing: boolean;
  /** The page adds something: each user fills in their own form. */
  isNew?: boolean;
}

/** Who else has the page open or edits it. Changes are announced, but not the times, which tick on their own. */
export function PresenceBar({ page, what, editing, isNew = false }: PresenceBarProps) {
  const people = usePresence(page, editing);
  const ordered = people.toSorted((a, b) => Number(b.editing) - Number(a.editing));
  const more = ordered.length - SHOWN;
  return (
    <>
      <Hidden role="status">
        {ordered
          .slice(0, SHOWN)
          .map((person) => `${sentenceOf(person, isNew && !person.editing ? 'form' : what, isNew)}. `)}
      </Hidden>
      {ordered.length === 0 ? null : (
        <Bar role="group" aria-label="Other users on this page">
          {ordered.slice(0, SHOWN).map((person) => (
            <Person key={`${person.own} ${person.name}`} data-editing={person.editing}>
              <i aria-hidden>{initialsOf(person.name)}</i>
              <span>
                <b>{sentenceOf(person, isNew && !person.editing ? 'form' : what, isNew)}</b>, opened{' '}
                <RelativeTime at={person.since} />
              </span>
            </Person>
          ))}
          {more > 0 ? (
            <span
              title={ordered
                .slice(SHOWN)
                .map(({ name }) => name)
                .join(', ')}
            >{`and ${more} more`}</span>
          ) : null}
        </Bar>
      )}
    </>
  );
}
