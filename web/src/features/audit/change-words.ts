import type { AuditEvent } from '@mission-control/contract/audit/calls';

type Facts = Readonly<Record<string, unknown>>;

const factsOf = (value: unknown): Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Facts) : {};

/** The switches of a tenant and its services by their name on the screen; `inverse` are stored the other way round. */
const SWITCHES: Readonly<Record<string, { name: string; inverse?: true }>> = {
  active: { name: 'Active' },
  staging: { name: 'Production', inverse: true },
  cron: { name: 'Cron' },
  maintenance: { name: 'Maintenance' },
};

/** How a switch stands; null when the fact is none. */
export function switchText(key: string, value: unknown): 'on' | 'off' | null {
  const known = SWITCHES[key];
  if (!known || typeof value !== 'boolean') return null;
  return value === (known.inverse !== true) ? 'on' : 'off';
}

/** A fact by its name on the screen; `webEnvironmentId` and `web_environment_id` are the 'Web environment'. */
export function factName(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replaceAll('_', ' ')
    .replace(/ id$/, '');
  return SWITCHES[key]?.name ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'CoursePro' of the subject 'Brimham Active CoursePro'. */
const rest = (subject: string, tenant: string) =>
  subject.startsWith(`${tenant} `) ? subject.slice(tenant.length + 1) : subject;

type Say = (about: string, after: Facts) => string;
const revision = (after: Facts) => (typeof after.revision === 'number' ? `revision ${after.revision} of ` : '');

const WORDS: Readonly<Record<string, Say>> = {
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
  'log-level.set': (_, after) => `set the log level ${textOf(after.log_level)} for a while`,
  'log-level.restored': (_, after) => `restored the log level ${textOf(after.log_level)} before its time`,
  'log-level.reverted': (_, after) => `restored the log level ${textOf(after.log_level)} at its time`,
  'config.saved': (about, after) => `saved ${revision(after)}the ${about}`,
  'config.restored': (about, after) => `brought revision ${textOf(after.restored_revision)} of the ${about} back`,
  'config.commit-started': (about, after) => `started to commit ${revision(after)}the ${about}`,
  'config.committed': (about, after) => `committed ${revision(after)}the ${about}`,
  'config.commit-failed': (about, after) => `could not commit ${revision(after)}the ${about}`,
  'config.drift-found': (about, after) => `found the ${about} changed by hand on ${hosts(after)}`,
  'config.drift-gone': (about, after) => `found the ${about} as committed again on ${hosts(after)}`,
  'config.withdrawn': (about) => `took the ${about} back from the servers`,
  'config.secret-revealed': (about) => `looked at a secret of the ${about}`,
};

/** What somebody did, after their name. An action that is new here is told by its own words. */
export function whatHappened({ action, subject, after }: AuditEvent, tenantName: string): string {
  const about = rest(subject, tenantName);
  const say = WORDS[action];
  if (say) return say(about, factsOf(after));
  const words = action.replace(/^[^.]*\./, '').replaceAll('-', ' ');
  return `${words} ${about === tenantName ? `the ${action.split('.', 1)[0] ?? ''}`.replaceAll('-', ' ') : about}`;
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
  const names = Object.keys(after).map((key) => `the ${factName(key).toLowerCase()}`);
  return new Intl.ListFormat('en-GB').format(names);
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
