import { mdiHistory } from '@mdi/js';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CodeView } from '../../../ui/display/code-view.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { SegmentFrame } from '../../../ui/field/segment.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';

interface RunOutputProps {
  run: number | null;
  /** The run is about to start. */
  waiting: boolean;
  /** Output of a failure without a known run; '' for none. */
  output?: string | undefined;
}

/** Of the whole panel, in px; it grows where the page has room. */
const HEIGHT = 380;

/** Output of the run, live and afterwards. */
export function RunOutput({ run, waiting, output = '' }: RunOutputProps) {
  if (run !== null) return <RunPanel key={run} id={run} height={HEIGHT} />;
  if (output !== '' && !waiting) return <CodeView label="Output" code={output} />;
  return waiting ? <LoadingPanel label="The run begins" height={HEIGHT} /> : null;
}

const TOOLS = [
  { label: 'Create Release', path: '/tools/create-release' },
  { label: 'Deploy Release', path: '/tools/deploy-release' },
] as const;

/** Links between the two release tools; they keep the app [REL-01]. */
function ToolSwitch({ app }: { app: string }) {
  const here = useLocation({ select: (location) => location.pathname });
  const search = app === '' ? '' : `?app=${encodeURIComponent(app)}`;
  return (
    <SegmentFrame as="nav" aria-label="Release tools">
      {TOOLS.map(({ label, path }) => (
        <Link key={path} variant="plain" href={path + search} aria-current={here === path ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </SegmentFrame>
  );
}

interface ToolLayoutProps {
  title: 'Create Release' | 'Deploy Release';
  app: string;
  /** Above both columns. */
  banner?: ReactNode;
  /** The fields. */
  form: ReactNode;
  /** Context of the fields. */
  children: ReactNode;
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: '328px minmax(0,1fr)',
  gap: 16,
  flex: 1,
  '& > div': { display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 },
  // Buttons stay below their fields, however tall the output is.
  '& > div:first-of-type': { alignSelf: 'start' },
  // The output fills the rest.
  '& > div:last-child > :last-child': { flexGrow: 1 },
  // At 1280 px, the versions of all environments fit beside the narrower form.
  // `data-pairs`: wide enough that two fields side by side show their placeholders in full.
  '@media (max-width:1300px)': { gridTemplateColumns: '296px minmax(0,1fr)' },
  '&[data-pairs]': { gridTemplateColumns: '400px minmax(0,1fr)' },
  '@media (max-width:960px)': { '&, &[data-pairs]': { gridTemplateColumns: 'minmax(0,1fr)', alignContent: 'start' } },
});

/** Layout of the two release tools: fields at the left, their context at the right. */
export function ToolLayout({ title, app, banner, form, children }: ToolLayoutProps) {
  return (
    <PageFrame
      title={title}
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: title }]}
      actions={
        <>
          <ToolSwitch app={app} />
          <ActionButton
            icon={mdiHistory}
            href={title === 'Create Release' ? '/runs?kind=release' : '/runs?kind=deploy'}
          >
            Past runs
          </ActionButton>
        </>
      }
    >
      {banner}
      <Columns data-pairs={title === 'Create Release' || undefined}>
        <div>{form}</div>
        <div>{children}</div>
      </Columns>
    </PageFrame>
  );
}
