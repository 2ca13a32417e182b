import { useParams } from '@tanstack/react-router';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';

const HEIGHT = 640;
const CRUMBS = [
  { label: 'Tools', href: '/tools' },
  { label: 'Runs', href: '/runs' },
];

/** One run with its whole output. */
export function RunPage() {
  const { id = '' } = useParams({ strict: false });
  return (
    <PageFrame
      title={`Run ${id}`}
      crumbs={[...CRUMBS, { label: `Run ${id}` }]}
      meta={[<CopyButton key="id" text={id} label="Copy run id" shown={`#${id}`} />]}
    >
      <RunPanel key={id} id={Number(id)} height={HEIGHT} />
    </PageFrame>
  );
}
