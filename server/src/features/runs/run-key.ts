import { runKey } from '@mission-control/contract/runs/schema';
import type { Http } from '../../platform/calls/handler.ts';
import { AppError } from '../../platform/errors.ts';

/** The key of a click: the header Idempotency-Key. @throws AppError('bad_request') when it is none */
export function keyOf(http: Http): string | undefined {
  const sent = http.header('idempotency-key');
  if (sent === undefined) return undefined;
  const parsed = runKey.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw new AppError('bad_request', `Idempotency-Key ${parsed.error.issues[0]?.message ?? 'is no key'}.`);
}
