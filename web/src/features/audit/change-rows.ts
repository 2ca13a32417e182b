import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { utcTimeText } from '../../ui/display/relative-time-text.ts';
import { factName, switchText } from './change-words.ts';

/** One thing that an event changed. */
export interface ChangeRow {
  label: string;
  /** null: there was none. */
  before: string | null;
  /** null: it is gone. */
  after: string | null;
}

const MASK = '••••••••';

/** What an event changed: facts that differ, and the items of lists by their key. */
export function changeRows({ before, after }: AuditEvent): ChangeRow[] {
  const [old, next] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? null, after: next.get(label) ?? null }))
    .filter((row) => row.before !== row.after || row.before?.includes(MASK));
}

/** Whose fact it is, the entry says already. */
const KNOWN: readonly string[] = ['id', 'tenantId', 'tenant_id', 'service'];

function entriesOf(side: unknown): Map<string, string> {
  if (typeof side !== 'object' || side === null || Array.isArray(side)) return new Map();
  return new Map(
    Object.entries(side).flatMap(([key, value]): [string, string][] => {
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
    value.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'key' in one &&
        typeof one.key === 'string' &&
        'value' in one &&
        typeof one.value === 'string',
    )
  );
}

const itemText = ({ value, masked, state }: Item) =>
  `${masked === true ? MASK : value}${state === 0 ? ' (not exported)' : ''}`;

/** A fact as text; null for none. */
function factText(key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return switchText(key, value) ?? (value ? 'yes' : 'no');
  if (typeof value === 'string')
    return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? utcTimeText(new Date(value)) : value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(partText).join(', ');
  return JSON.stringify(value);
}

/** One of a list: a server by its host, anything else as it is. */
function partText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('host' in value)) return JSON.stringify(value);
  const { host, ok } = value as { host: unknown; ok?: unknown };
  return `${String(host)}${ok === false ? ' (failed)' : ''}`;
}
