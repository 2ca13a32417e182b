import { listRuns } from '@mission-control/contract/runs/calls';
import type { RunKind, RunOutcome } from '@mission-control/contract/runs/kinds';
import { queryOf } from '../../lib/query.ts';

/** Changes within so many ms are read together. */
const PACE_MS = 250;

interface RunPage {
  kind: RunKind | undefined;
  outcome: RunOutcome | undefined;
  /** The runs before this one; without: the newest. */
  before: number | undefined;
}

/** A page of runs, newest first. */
export const runListQuery = ({ kind, outcome, before }: RunPage) =>
  queryOf(listRuns, { query: { kind, outcome, before } }, ['runs'], PACE_MS);
