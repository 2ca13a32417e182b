import { ROLES, type Role } from '@mission-control/contract/call';
import { countText } from '@mission-control/contract/numbers';
import type { OneTimeLink, Person } from '@mission-control/contract/people/schema';
import {
  addPerson,
  canonicalName,
  changePerson,
  endSessions,
  listPeople,
  makePasswordLink,
} from '../../features/auth/public.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { UsageError, type Command, type OpenConsole } from './command.ts';

export const USAGE = `Usage: npm run account -- COMMAND

  list                  lists all accounts
  add NAME [ROLE]       adds a person (${ROLES.join(', ')}; DEFAULT_ROLE when absent) and prints a link to set the password
  reset NAME            prints a new link to set the password, valid once, for 24 hours
  role NAME ROLE        changes the role
  sessions end NAME     ends all sessions`;

/** Parses an account command of a person with access to the machine. @throws UsageError */
export function parseAccountCommand(args: readonly string[]): Command {
  const work = workOf(args);
  return (withConsole) => withConsole(async (console) => ({ text: await work(console), code: 0 }));
}

/** The work of a command, which returns the text to print and throws an AppError for a rejected change. */
function workOf(args: readonly string[]): (console: OpenConsole) => Promise<string> {
  const [command, ...rest] = args;
  const [first = '', second = ''] = rest;
  switch (`${command} ${rest.length}`) {
    case 'list 0':
      return async ({ ctx }) => peopleTable((await listPeople(ctx)).filter(({ state }) => state !== 'deleted'));
    case 'add 1':
    case 'add 2': {
      const role = rest.length === 1 ? undefined : roleOf(second);
      return async ({ ctx, address }) => linkText(await addPerson(ctx, { name: first, role }), address);
    }
    case 'reset 1':
      return async ({ ctx, address }) =>
        linkText(await makePasswordLink(ctx, (await personNamed(ctx, first)).id), address);
    case 'role 2': {
      const wanted = roleOf(second);
      return async ({ ctx }) => {
        const { name, role } = await changePerson(ctx, (await personNamed(ctx, first)).id, { role: wanted });
        return `${name} is now ${role}.`;
      };
    }
    case 'sessions 2':
      if (first !== 'end') throw new UsageError(USAGE);
      return async ({ ctx }) => {
        const { id, name } = await personNamed(ctx, second);
        const { ended } = await endSessions(ctx, id);
        return `${countText(ended, 'session')} of ${name} ended.`;
      };
    default:
      throw new UsageError(USAGE);
  }
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new UsageError(`${text} is not a role: ${ROLES.join(', ')}.`);
  return role;
}

async function personNamed(ctx: Ctx, name: string): Promise<Person> {
  const wanted = canonicalName(name);
  const found = (await listPeople(ctx)).find((one) => one.state !== 'deleted' && canonicalName(one.name) === wanted);
  if (!found) throw new AppError('not_found', `There is no person named ${name}: npm run account -- list`);
  return found;
}

const linkText = ({ name, link, ends_at: end }: OneTimeLink, address: string): string =>
  `${name} can set a password here once, until ${end}:\n${address}${link}`;

/** Columns as wide as their longest text. */
function peopleTable(people: readonly Person[]): string {
  const head = ['Name', 'Role', 'State', 'Signs in by', 'Last seen', 'Sessions'];
  const rows = people.map((one) => [
    one.name,
    one.role,
    one.state,
    one.signs_in_by.join(', ') || 'link',
    one.last_seen_at ?? 'never',
    String(one.sessions),
  ]);
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
