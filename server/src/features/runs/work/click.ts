import { runKey } from '@mission-control/contract/runs/schema';
import type { Http } from '../../../platform/calls/handler.ts';
import { AppError } from '../../../platform/errors.ts';

/** The request that starts a run. */
export interface Click {
  /** Idempotency-Key: the same key of the same user returns the same run. */
  key?: string | undefined;
  /** The caller does not wait for the end, which has to be reported later. */
  respondAsync?: boolean;
}

/** Reads the click from a request. @throws AppError('bad_request') for an invalid Idempotency-Key */
export function clickOf(http: Pick<Http, 'header'>): Click {
  return { key: keyOf(http), respondAsync: prefersAsync(http.header('prefer')) };
}

function keyOf(http: Pick<Http, 'header'>): string | undefined {
  const sent = http.header('idempotency-key');
  if (sent === undefined) return undefined;
  const parsed = runKey.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw new AppError('bad_request', `Idempotency-Key ${parsed.error.issues[0]?.message ?? 'is invalid'}.`);
}

/** Whether a Prefer header contains `respond-async`, among others and with parameters (RFC 7240, 2). */
function prefersAsync(header = ''): boolean {
  return header.split(',').some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}
