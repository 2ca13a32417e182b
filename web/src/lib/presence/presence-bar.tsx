import type { PresentPerson } from '@mission-control/contract/presence/calls';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { Hidden, styled } from '../../ui/theme/styled.ts';
import { color } from '../../ui/theme/tokens.ts';
import { initials } from '../initials.ts';
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

/** @param isNew the page adds something: each user fills in their own form */
function presenceText({ name, editing, own: isCaller }: PresentPerson, noun: string, isNew: boolean): string {
  if (isNew && editing)
    return isCaller ? `You are preparing a new ${noun} in another tab` : `${name} is preparing a new ${noun} too`;
  const subject = isNew ? 'form' : noun;
  if (isCaller)
    return editing ? `You are editing this ${subject} in another tab` : `You have this ${subject} open in another tab`;
  return editing ? `${name} is editing this ${subject}` : `${name} has this ${subject} open`;
}

interface PresenceBarProps {
  /** Name of the page: `config:12:coursepro`. */
  page: string;
  /** What the page edits: `config`. */
  noun: string;
  /** The caller has unsaved edits. */
  editing: boolean;
  /** The page adds something: each user fills in their own form. */
  isNew?: boolean;
}

/** Who else has the page open or edits it. Changes are announced, but not the times, which tick on their own. */
export function PresenceBar({ page, noun, editing, isNew = false }: PresenceBarProps) {
  const people = usePresence(page, editing).toSorted((a, b) => Number(b.editing) - Number(a.editing));
  const shown = people.slice(0, SHOWN).map((person) => ({ ...person, text: presenceText(person, noun, isNew) }));
  const others = people.slice(SHOWN).map(({ name }) => name);
  return (
    <>
      <Hidden role="status">{shown.map(({ text }) => `${text}. `)}</Hidden>
      {shown.length === 0 ? null : (
        <Bar role="group" aria-label="Other users on this page">
          {shown.map(({ name, own, editing: edits, since, text }) => (
            <Person key={`${own} ${name}`} data-editing={edits}>
              <i aria-hidden>{initials(name)}</i>
              <span>
                <b>{text}</b>, opened <RelativeTime at={since} />
              </span>
            </Person>
          ))}
          {others.length > 0 ? <span title={others.join(', ')}>{`and ${others.length} more`}</span> : null}
        </Bar>
      )}
    </>
  );
}
