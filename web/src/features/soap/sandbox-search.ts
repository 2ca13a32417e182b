/** How requests and answers are shown. */
export type View = 'pretty' | 'raw';

export interface SandboxSearch {
  method?: string;
  /** Pretty without. */
  view?: View;
}

/** The address of the SOAP sandbox: the chosen method, and ?view=raw for texts as they came. */
export function sandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const { method, view } = search;
  return {
    ...(typeof method === 'string' && method !== '' ? { method } : null),
    ...(view === 'raw' ? { view } : null),
  };
}
