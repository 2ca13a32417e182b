import { createHash } from 'node:crypto';
import type { EmailSettings } from '@mission-control/contract/branding/schema';
import { AppError } from '../../platform/errors.ts';
import type { StoredBrand } from './tables.ts';

/** A tab as it is stored; null until it is saved. */
type StoredTab = StoredBrand | EmailSettings | null | undefined;

/** Made from the content as the database gives it, so it needs no counter: what is the same again has lost nobody's work. */
export function revisionOf(tab: StoredTab): string {
  return tab ? createHash('sha256').update(JSON.stringify(tab)).digest('base64url').slice(0, 22) : '';
}

/** @throws AppError('conflict') when the person looked at another revision of the tab; undefined was not looked at */
export function refuseStale(before: StoredTab, seen: string | undefined): void {
  if (seen === undefined || seen === revisionOf(before)) return;
  throw new AppError(
    'conflict',
    'Somebody else has saved these settings since you opened them. Look at what they changed, then save again.',
    { details: { revision: revisionOf(before) } },
  );
}
