import { wholeNumber } from '../../lib/address/table-search.ts';

/** Groups of actions that the audit can be filtered by, and what they are about. */
export const KINDS: Readonly<Record<string, string>> = {
  tenant: 'Tenants',
  service: 'Services',
  config: 'Configs',
  relations: 'Relations',
  'log-level': 'Log levels',
  branding: 'Brandings',
  run: 'Runs',
  tag: 'Tags',
  licence: 'Licences',
  monitor: 'Monitors',
  members: 'Member imports',
  'competency-mapping': 'Competency mappings',
  soap: 'SOAP',
  leisure: 'Leisure hub',
  inventory: 'Inventory',
  user: 'People and sign-ins',
  token: 'API tokens',
  thing: 'Fleet',
  'config-template': 'Default templates',
  passkey: 'Passkeys',
  view: 'Saved views',
  bulk: 'Bulk changes',
  alert: 'Alerts',
  'alert-rule': 'Alert rules',
  'alert-channel': 'Alert channels',
  access: 'Refusals',
  audit: 'Audit',
};

/** Filters of the audit, kept in the address. */
export interface AuditSearch {
  text?: string;
  /** Days, UTC. */
  from?: string;
  to?: string;
  actor?: string;
  /** A group of `KINDS`, or one action: `config.saved`. */
  kind?: string;
  tenant?: number;
  /** One event: its permalink. */
  id?: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** Parses the address; invalid values are omitted. */
export function auditSearch({ text, from, to, actor, kind, ...search }: Record<string, unknown>): AuditSearch {
  const [tenant, id] = [wholeNumber(search.tenant), wholeNumber(search.id)];
  const wordsOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return {
    ...(wordsOf(text) === '' ? null : { text: wordsOf(text).slice(0, 200) }),
    ...(isDay(from) ? { from } : null),
    ...(isDay(to) ? { to } : null),
    ...(wordsOf(actor) === '' ? null : { actor: wordsOf(actor).slice(0, 200) }),
    ...(typeof kind === 'string' && /^[a-z-]+(\.[a-z-]+)?$/.test(kind) ? { kind } : null),
    ...(tenant > 0 ? { tenant } : null),
    ...(id > 0 ? { id } : null),
  };
}
