import type { Call } from '@mission-control/contract/call';

/** The parts of a request as any call takes them; the typed form is `CallRequest`. */
export interface LooseRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Address of a call exactly as documented, trailing slash included, with its parameters and query encoded (C-007).
 * @throws Error when a parameter of the path is missing or empty, since the address would then mean something else.
 */
export function addressOf(call: Pick<Call, 'path'>, request: LooseRequest): string {
  const params = entriesOf(request.params);
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name);
    if (value === undefined || value === '') throw new Error(`The call ${call.path} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const query = [...entriesOf(request.query)].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** What fetch needs besides the address and the bearer token. */
export function initOf(call: Pick<Call, 'method'>, request: LooseRequest): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body === undefined) return { method: call.method, headers };
  return {
    method: call.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  };
}

function entriesOf(part: unknown): Map<string, string> {
  const entries = typeof part === 'object' && part !== null ? Object.entries(part) : [];
  return new Map(entries.filter(([, value]) => value !== undefined && value !== null).map(([k, v]) => [k, String(v)]));
}
