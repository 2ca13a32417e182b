import { listRuns } from '@mission-control/contract/runs/calls';
import type { RunKind, RunOutcome } from '@mission-control/contract/runs/rules';
import { queryOf } from '../../lib/api/query.ts';

interface RunPage {
  kind: RunKind | undefined;
  outcome: RunOutcome | undefined;
  /** The runs before this one; without: the newest. */
  before: number | undefined;
}

/** A page of runs, newest first. */
export const runListQuery = ({ kind, outcome, before }: RunPage) =>
  queryOf(listRuns, { query: { kind, outcome, before } });
