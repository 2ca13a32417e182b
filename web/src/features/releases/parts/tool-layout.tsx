import { mdiHistory } from '@mdi/js';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { styled } from '../../../ui/styled.ts';
import { ToolSwitch } from './tool-switch.tsx';

interface ToolLayoutProps {
  title: 'Create Release' | 'Deploy Release';
  app: string;
  /** Above both columns. */
  banner?: ReactNode;
  /** The fields. */
  form: ReactNode;
  /** What they are about. */
  children: ReactNode;
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: '328px minmax(0,1fr)',
  gap: 16,
  flex: 1,
  '& > div': { display: 'flex', flexDirection: 'column', gap: 16, minWidth: 0 },
  // The output fills what is left.
  '& > div:last-child > :last-child': { flexGrow: 1 },
  '@media (max-width:960px)': { gridTemplateColumns: 'minmax(0,1fr)', alignContent: 'start' },
});

/** The frame of the two release tools: fields at the left, what they are about at the right. */
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
      <Columns>
        <div>{form}</div>
        <div>{children}</div>
      </Columns>
    </PageFrame>
  );
}
