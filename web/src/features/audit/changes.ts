import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { isObject } from '../../lib/is-object.ts';
import { utcTimeText } from '../../ui/display/times.ts';

type Facts = Readonly<Record<string, unknown>>;

const factsOf = (value: unknown): Facts => (isObject(value) && !Array.isArray(value) ? value : {});

/** Switches of a tenant and its services by their name on the screen; `inverse` ones are stored negated. */
const SWITCHES: Readonly<Record<string, { name: string; inverse?: true }>> = {
  active: { name: 'Active' },
  staging: { name: 'Production', inverse: true },
  cron: { name: 'Cron' },
  maintenance: { name: 'Maintenance' },
};

/** The position of a switch; null for any other fact. */
function switchText(key: string, value: unknown): 'on' | 'off' | null {
  const known = SWITCHES[key];
  if (!known || typeof value !== 'boolean') return null;
  return value === (known.inverse !== true) ? 'on' : 'off';
}

/** The name of a fact on the screen: 'Web environment' for `webEnvironmentId` and `web_environment_id`. */
function factName(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replace(/ id$/, '');
  return SWITCHES[key]?.name ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'CoursePro' for the subject 'Brimham Active CoursePro'. */
const rest = (subject: string, tenant: string) =>
  subject.startsWith(`${tenant} `) ? subject.slice(tenant.length + 1) : subject;

type Describe = (about: string, after: Facts) => string;
const revision = (after: Facts) => (typeof after.revision === 'number' ? `revision ${after.revision} of ` : '');

const WORDS: Readonly<Record<string, Describe>> = {
  'tenant.created': () => 'created the tenant',
  'tenant.updated': (_, after) => switched(after) ?? `changed ${listed(after)}`,
  'tenant.deleted': () => 'deleted the tenant',
  'tenant.restored': () => 'restored the tenant',
  'service.switched': (about, after) => `${switched(after) ?? `changed ${listed(after)}`} for ${about}`,
  'service.added': (about) => `added ${about}`,
  'service.updated': (about) => `changed ${about}`,
  'service.deleted': (about) => `deleted ${about}`,
  'service.restored': (about) => `restored ${about}`,
  'strive.centres-synced': () => 'synced centres and languages to Strive',
  'strive.centre-sync-failed': () => 'could not sync centres and languages to Strive',
  'soap.method-sent': (about, after) =>
    `sent ${about.replace('SOAP: ', '')} to SOAP${after.outcome === 'answered' ? '' : ', which failed'}`,
  'leisure.login': (_, after) => `${after.outcome === 'accepted' ? 'logged in' : 'tried to log in'} to the leisure hub`,
  'relations.changed': () => 'changed the relations',
  'log-level.set': (_, after) => `set the log level to ${textOf(after.log_level)} temporarily`,
  'log-level.restored': (_, after) => `restored the log level ${textOf(after.log_level)} early`,
  'log-level.reverted': (_, after) => `restored the log level ${textOf(after.log_level)} on schedule`,
  'config.saved': (about, after) => `saved ${revision(after)}the ${about}`,
  'config.restored': (about, after) => `restored revision ${textOf(after.restored_revision)} of the ${about}`,
  'config.commit-started': (about, after) => `started to commit ${revision(after)}the ${about}`,
  'config.committed': (about, after) => `committed ${revision(after)}the ${about}`,
  'config.commit-failed': (about, after) => `could not commit ${revision(after)}the ${about}`,
  'config.taken-over': (about, after) => `took over the ${about} from ${textOf(after.host)}`,
  'config.file-found': (about, after) => `found a file of the ${about} that was not committed here on ${hosts(after)}`,
  'config.file-gone': (about, after) => `found the unknown file of the ${about} gone from ${hosts(after)}`,
  'config.drift-found': (about, after) => `found the ${about} changed by hand on ${hosts(after)}`,
  'config.drift-gone': (about, after) => `found the ${about} back to its committed state on ${hosts(after)}`,
  'config.withdrawn': (about) => `withdrew the ${about} from the servers`,
  'config.secret-revealed': (about) => `revealed a secret of the ${about}`,
  'access.denied': (about) => `was denied ${about}`,
  'access.token-denied': (about) => `was denied ${about}, which the API token may not make`,
  'access.braked': (about) => `was held back from ${about}`,
  'user.sign-in-failed': (about) => `could not sign in as ${about}`,
  'user.sign-in-refused': (about) => `was refused the sign-in as ${about}`,
  'user.sign-in-throttled': () => 'had to wait before the next sign-in',
  'user.signed-in': () => 'signed in',
  'user.signed-out': () => 'signed out',
  'user.password-refused': () => 'gave a wrong password',
  'user.link-made': (about) => `made a link for ${about}`,
  'audit.exported': (about) => `exported the ${about}`,
  'config.take-over-undone': (about) => `undid the take-over of the ${about}`,
  'members.written': (about) => `wrote the ${about} of members`,
  'monitor.check-asked': (about) => `asked for a check of ${about}`,
  'run.unseen': (about) => `lost track of ${about}`,
  'sequence.item-refused': (about, after) => `was refused item ${textOf(after.item)} of ${about}`,
  'status-page.withdrawn': (about) => `withdrew the status page of ${about}`,
  'alert-subscription.added': () => 'subscribed to alerts',
  'alert-subscription.changed': () => 'changed a subscription to alerts',
  'alert-subscription.ended': (about) => `ended the subscription of ${about} to alerts`,
  'branding.email-saved': () => 'saved the e-mail settings',
  'config.republished': (about) => `republished the ${about}`,
  'config.republish-failed': (about) => `could not republish the ${about}`,
  'inventory.apply-started': (about) => `started to apply ${about}`,
  'window.ended-early': (about) => `ended ${about} early`,
};

/** What the actor did, as the predicate after their name. Other actions use the words of their id: `user.role-changed`. */
export function whatHappened({ action, subject, after }: AuditEvent, tenantName: string): string {
  const about = rest(subject, tenantName);
  const describe = WORDS[action];
  if (describe) return describe(about, factsOf(after));
  const words = action.replace(/^[^.]*\./, '').replaceAll('-', ' ');
  const whose = about === tenantName ? `the ${action.split('.', 1)[0] ?? ''}`.replaceAll('-', ' ') : about;
  const [, part, verb] = /^(.+) (\w+(?:ed|set))$/.exec(words) ?? [];
  return part === undefined ? `${words} ${whose}` : `${verb} the ${part} of ${whose}`;
}

function hosts({ hosts: found }: Facts): string {
  return new Intl.ListFormat('en-GB').format(Array.isArray(found) ? found.map(textOf) : []);
}

function switched(after: Facts): string | null {
  const [only, ...more] = Object.entries(after);
  if (!only || more.length > 0) return null;
  const state = switchText(...only);
  return state === null ? null : `switched ${factName(only[0])} ${state}`;
}

function listed(after: Facts): string {
  const names = Object.keys(after).map((key) =>
    SWITCHES[key] ? `the ${factName(key)} switch` : `the ${factName(key).toLowerCase()}`,
  );
  return new Intl.ListFormat('en-GB').format(names);
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** One changed fact of an event. */
export interface ChangeRow {
  label: string;
  /** Null where there is no value; the same applies to `after`. */
  before: string | null;
  after: string | null;
}

const MASK = '••••••••';

/** Facts that an event changed; config items by their key. */
export function changeRows({ before, after }: AuditEvent): ChangeRow[] {
  const [old, next] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? null, after: next.get(label) ?? null }))
    .filter((row) => row.before !== row.after || row.before?.includes(MASK));
}

/** Facts that the entry already shows elsewhere. */
const KNOWN: readonly string[] = ['id', 'tenantId', 'tenant_id', 'service'];

function entriesOf(side: unknown): Map<string, string> {
  return new Map(
    Object.entries(factsOf(side)).flatMap(([key, value]): [string, string][] => {
      if (KNOWN.includes(key)) return [];
      if (isItems(value)) return value.map((item) => [item.key, itemText(item)]);
      const text = factText(key, value);
      return text === null ? [] : [[factName(key), text]];
    }),
  );
}

interface Item {
  key: string;
  value: string;
  state?: unknown;
  masked?: unknown;
}

function isItems(value: unknown): value is Item[] {
  return (
    Array.isArray(value) &&
    value.every((one: unknown) => isObject(one) && typeof one.key === 'string' && typeof one.value === 'string')
  );
}

const itemText = ({ value, masked, state }: Item) =>
  `${masked === true ? MASK : value}${state === 0 ? ' (not exported)' : ''}`;

/** Null for an empty fact. */
function factText(key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return switchText(key, value) ?? (value ? 'yes' : 'no');
  if (typeof value === 'string')
    return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? utcTimeText(new Date(value)) : value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(partText).join(', ');
  return JSON.stringify(value);
}

/** An element of a list; servers by their host. */
function partText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isObject(value) || !('host' in value)) return JSON.stringify(value);
  return `${String(value.host)}${value.ok === false ? ' (failed)' : ''}`;
}
