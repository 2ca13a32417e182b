import { RunPanel } from '../../../lib/run-panel.tsx';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';

interface RunOutputProps {
  run: number | null;
  /** It is about to begin. */
  waiting: boolean;
}

/** Of the whole panel, in px; it grows where the page has room. */
const HEIGHT = 380;

/** The output of the run, while it runs and afterwards. */
export function RunOutput({ run, waiting }: RunOutputProps) {
  if (run !== null) return <RunPanel key={run} id={run} height={HEIGHT} />;
  return waiting ? <LoadingPanel label="The run begins" height={HEIGHT} /> : null;
}
