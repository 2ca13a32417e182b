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
export function initOf(call: Pick<Call, 'method' | 'form'>, request: LooseRequest): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body === undefined) return { method: call.method, headers };
  // The browser adds the type itself, with the boundary it chose.
  if (call.form) return { method: call.method, headers, body: formOf(request.body) };
  return {
    method: call.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(request.body),
  };
}

/** The parts of a form: files as they are, everything else as text; what is missing is left out. */
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
