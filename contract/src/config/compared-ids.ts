/** Tenants whose configs are compared at a time. */
export const MAX_COMPARED = 50;

/** Ids in an address, each once, in their order: `12,7`. */
export const comparedIds = (text: string): number[] => [...new Set(text.split(',').filter(Boolean).map(Number))];
