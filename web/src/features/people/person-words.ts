import { mdiAccountOffOutline, mdiEmailOutline, mdiTrashCanOutline } from '@mdi/js';
import type { Role } from '@mission-control/contract/call';
import type { Person, PersonState, SignInMethod } from '@mission-control/contract/people/schema';
import type { ChipMeaning } from '../../ui/display/status-chip.tsx';

/** The roles, each with its permissions beyond the previous one. */
export const ROLE_WORDS: Readonly<Record<Role, { label: string; may: string }>> = {
  viewer: { label: 'Viewer', may: 'Reads what the console shows.' },
  operator: { label: 'Operator', may: 'Also changes tenants, configs and brandings, and uses the tools.' },
  'release-manager': { label: 'Release manager', may: 'Also releases, deploys and seeds.' },
  admin: { label: 'Admin', may: 'Also manages people.' },
};

export const STATE_WORDS: Readonly<Record<PersonState, { label: string; meaning: ChipMeaning; icon?: string }>> = {
  active: { label: 'Active', meaning: 'good' },
  invited: { label: 'Invited', meaning: 'notice', icon: mdiEmailOutline },
  disabled: { label: 'Disabled', meaning: 'off', icon: mdiAccountOffOutline },
  deleted: { label: 'Deleted', meaning: 'bad', icon: mdiTrashCanOutline },
};

const METHOD_WORDS: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  passkey: 'Passkey',
  'single-sign-on': 'Single sign-on',
};

/** How a person signs in. */
export function methodsText({ signs_in_by: methods, link_ends_at: link }: Person): string {
  if (methods.length > 0) return methods.map((method) => METHOD_WORDS[method]).join(' + ');
  return link === null ? 'Nothing yet' : 'One-time link';
}

/** Visible text of a person's row. */
export const personTexts = (person: Person): readonly string[] => [
  person.name,
  ROLE_WORDS[person.role].label,
  STATE_WORDS[person.state].label,
  methodsText(person),
];
