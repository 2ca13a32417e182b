import type { Call } from '@mission-control/contract/call';

/** An untyped request; the typed form is `CallRequest`. */
export interface LooseRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Address of a call as documented, including the trailing slash, with encoded parameters and query (C-007).
 * @throws Error when a path parameter is missing or empty, since the address would be a different one
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

/** Fetch options except the address and the bearer token. */
export function initOf(call: Pick<Call, 'method' | 'form'>, request: LooseRequest): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body === undefined) return { method: call.method, headers };
  // The browser sets the content type with its boundary.
  if (call.form) return { method: call.method, headers, body: formOf(request.body) };
  return {
    method: call.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  };
}

/** Form data: files as they are, everything else as text; missing values are omitted. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

function entriesOf(part: unknown): Map<string, string> {
  const entries = typeof part === 'object' && part !== null ? Object.entries(part) : [];
  return new Map(entries.filter(([, value]) => value !== undefined && value !== null).map(([k, v]) => [k, String(v)]));
}
