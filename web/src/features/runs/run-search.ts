import { RUN_KINDS, RUN_OUTCOMES, type RunKind, type RunOutcome } from '@mission-control/contract/runs/rules';
import { wholeNumber } from '../../lib/address/table-search.ts';

/** Filters and page of the run list, kept in the address. */
export interface RunSearch {
  kind?: RunKind;
  outcome?: RunOutcome;
  /** Shows the runs before this one. */
  before?: number;
}

/** Parses the address; invalid values are omitted. */
export function runSearch(search: Record<string, unknown>): RunSearch {
  const kind = RUN_KINDS.find((one) => one === search.kind);
  const outcome = RUN_OUTCOMES.find((one) => one === search.outcome);
  const before = wholeNumber(search.before);
  return { ...(kind ? { kind } : null), ...(outcome ? { outcome } : null), ...(before > 0 ? { before } : null) };
}
