/** Maximum tenants per comparison. */
export const MAX_COMPARED = 50;

/** Distinct ids of a query parameter such as `12,7`, in order. */
export const comparedIds = (text: string): number[] => [...new Set(text.split(',').filter(Boolean).map(Number))];
