export type View = 'pretty' | 'raw';

export interface SandboxSearch {
  method?: string;
  /** Default: pretty. */
  view?: View;
}

/** Parses the address of the SOAP sandbox; invalid values are omitted. */
export function sandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const { method, view } = search;
  return {
    ...(typeof method === 'string' && method !== '' ? { method } : null),
    ...(view === 'raw' ? { view } : null),
  };
}
