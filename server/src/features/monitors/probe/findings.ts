import type { ProbeResult } from '../../../ports/probes/port.ts';
import { judge, type Condition } from './judge.ts';
import type { Findings } from './queries-results.ts';
import { hourOf, packResults } from './results.ts';

/** Adds one check to the findings since the last write. */
export function addFinding(
  before: Findings | undefined,
  monitor: { id: number; revision: number; condition: Condition },
  at: Date,
  result: ProbeResult,
): Findings {
  const { condition, began, ended, changed } = judge(monitor.condition, at, result);
  const ms = Math.round(result.ms);
  const found = before ?? emptyFindings(monitor);
  found.condition = condition;
  found.checks += 1;
  found.failures += result.ok ? 0 : 1;
  found.ms += result.ok ? ms : 0;
  found.changed ||= changed;
  addRaw(found, at, packResults([{ at, ok: result.ok, ms }]).toString('hex'));
  addOutage(found, { began, ended, failing: !result.ok && condition.status === 0 });
  return found;
}

const emptyFindings = ({ id, revision, condition }: Pick<Findings, 'id' | 'revision' | 'condition'>): Findings => ({
  id,
  revision,
  condition,
  checks: 0,
  failures: 0,
  ms: 0,
  changed: false,
  raw: [],
  outage: { failures: 0, ended: null },
  began: [],
});

function addRaw(found: Findings, at: Date, data: string): void {
  const hour = hourOf(at);
  const last = found.raw.at(-1);
  if (last?.hour.getTime() === hour.getTime()) last.data += data;
  else found.raw.push({ hour, data });
}

type Step = { began: ReturnType<typeof judge>['began']; ended: Date | null; failing: boolean };

function addOutage(found: Findings, { began, ended, failing }: Step): void {
  // An outage that began since the last write is not stored yet.
  const own = found.began.at(-1);
  const lasting = own?.ended === null ? own : found.outage;
  if (began) found.began.push({ ...began, ended: null });
  else if (failing) lasting.failures += 1;
  if (ended) lasting.ended = ended;
}
