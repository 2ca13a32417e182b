import type { RunRow } from '@mission-control/contract/runs/schema';
import { useNow } from '../../../ui/now.ts';

/** How long a run took, or has taken so far. */
export function RunDuration({ run }: { run: RunRow }) {
  const now = useNow(1000);
  const end = run.ended_at === null ? now : Date.parse(run.ended_at);
  const seconds = Math.max(0, Math.round((end - Date.parse(run.started_at)) / 1000));
  const minutes = Math.floor(seconds / 60);
  return <span>{minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`}</span>;
}
