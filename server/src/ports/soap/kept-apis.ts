import type { Operation, SchemaSet } from '@mission-control/soap-forms';
import type { SoapTarget } from './port.ts';

/** An API as described by its WSDL. */
export interface Api {
  operations: Operation[];
  schemas: SchemaSet;
  /** Length of the WSDL in characters. */
  size: number;
}

const FRESH_MS = 60_000;
const MAX_APIS = 50;
const MAX_CHARACTERS = 20 * 1024 * 1024;

/** Caches parsed WSDLs for a minute, since a form is usually followed by sending it. Concurrent callers share one read. */
export function createKeptApis(read: (target: SoapTarget) => Promise<Api>): (target: SoapTarget) => Promise<Api> {
  const kept = new Map<string, { at: number; api: Promise<Api>; size: number }>();
  const shrink = (): void => {
    let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [key, one] of kept) {
      if (kept.size <= MAX_APIS && size <= MAX_CHARACTERS) return;
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
      // The next caller retries after a failure.
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry.api;
  };
}
