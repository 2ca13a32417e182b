import type { Operation, SchemaSet } from '@mission-control/soap-forms';
import type { SoapTarget } from './port.ts';

/** An API as its WSDL says. */
export interface Api {
  operations: Operation[];
  schemas: SchemaSet;
  /** Characters of the WSDL. */
  size: number;
}

const FRESH_MS = 60_000;
const MOST_APIS = 50;
const MOST_CHARACTERS = 20 * 1024 * 1024;

/** Keeps what was read for a minute: a form is followed by what is sent. Whoever asks meanwhile waits for the same reading. */
export function createKeptApis(read: (target: SoapTarget) => Promise<Api>): (target: SoapTarget) => Promise<Api> {
  const kept = new Map<string, { at: number; api: Promise<Api>; size: number }>();
  const shrink = (): void => {
    let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [key, one] of kept) {
      if (kept.size <= MOST_APIS && size <= MOST_CHARACTERS) return;
      kept.delete(key);
      size -= one.size;
    }
  };
  return (target) => {
    const key = JSON.stringify([target.tenantId, target.wsdl, target.credentials]);
    const now = performance.now();
    for (const [old, { at }] of kept) if (now - at > FRESH_MS) kept.delete(old);
    const known = kept.get(key);
    if (known) return known.api;
    const entry = { at: now, api: read(target), size: 0 };
    kept.set(key, entry);
    entry.api.then(
      ({ size }) => {
        entry.size = size;
        shrink();
      },
      // What failed is tried again by the next who asks.
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry.api;
  };
}
