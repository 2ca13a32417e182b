import { searchText, wholeNumber } from '../../lib/address/table-search.ts';

/** Filters of the audit log, kept in the address. */
export interface AuditSearch {
  text?: string;
  /** Days, UTC. */
  from?: string;
  to?: string;
  actor?: string;
  /** A group of actions, or one action: `config.saved`. */
  kind?: string;
  tenant?: number;
  /** Address of a bulk change. */
  part_of?: string;
  /** One event: its permalink. */
  id?: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** Parses the address; invalid values are omitted. */
export function auditSearch({ text, from, to, actor, kind, ...search }: Record<string, unknown>): AuditSearch {
  const [tenant, id] = [wholeNumber(search.tenant), wholeNumber(search.id)];
  const [words, person] = [searchText(text), searchText(actor)];
  return {
    ...(words && { text: words }),
    ...(isDay(from) ? { from } : null),
    ...(isDay(to) ? { to } : null),
    ...(person && { actor: person }),
    ...(typeof kind === 'string' && /^[a-z-]+(\.[a-z-]+)?$/.test(kind) ? { kind } : null),
    ...(tenant > 0 ? { tenant } : null),
    ...(typeof search.part_of === 'string' && /^\/bulk\/\d+$/.test(search.part_of)
      ? { part_of: search.part_of }
      : null),
    ...(id > 0 ? { id } : null),
  };
}
