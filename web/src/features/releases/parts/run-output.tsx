import { useQuery } from '@tanstack/react-query';
import { CodeView } from '../../../ui/code-view.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { runOutputQuery } from '../queries.ts';

interface RunOutputProps {
  run: number | null;
  /** It is about to begin. */
  waiting: boolean;
}

/** The output of the run, while it runs and afterwards. */
export function RunOutput({ run, waiting }: RunOutputProps) {
  const { data } = useQuery({ ...runOutputQuery(run ?? 0), enabled: run !== null });
  if (run === null && !waiting) return null;
  return (
    <Panel aria-label="Run output">
      <CodeView label="Output" code={run === null ? '' : (data?.pieces.map((piece) => piece.text).join('') ?? '')} />
    </Panel>
  );
}
