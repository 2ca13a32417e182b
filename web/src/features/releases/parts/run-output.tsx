import { RunPanel } from '../../../lib/run-panel.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';

interface RunOutputProps {
  run: number | null;
  /** It is about to begin. */
  waiting: boolean;
  /** What a failure brought that no run is known of; '' for nothing. */
  output?: string | undefined;
}

/** Of the whole panel, in px; it grows where the page has room. */
const HEIGHT = 380;

/** The output of the run, while it runs and afterwards. */
export function RunOutput({ run, waiting, output = '' }: RunOutputProps) {
  if (run !== null) return <RunPanel key={run} id={run} height={HEIGHT} />;
  if (output !== '' && !waiting) return <CodeView label="Output" code={output} />;
  return waiting ? <LoadingPanel label="The run begins" height={HEIGHT} /> : null;
}
