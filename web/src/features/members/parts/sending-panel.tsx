import { Panel } from '../../../ui/panel.tsx';
import { styled } from '../../../ui/styled.ts';
import type { Sent } from '../state/import-state.ts';
import { DROP_PX } from './sheet-parts.ts';
import { WorkProgress } from './work-progress.tsx';

/** In the place of the drop zone, and of its height. */
const Root = styled(Panel)({
  display: 'flex',
  alignItems: 'center',
  width: '100%',
  minHeight: DROP_PX,
  padding: '16px max(16px, calc((100% - 560px) / 2))',
});

/** A spreadsheet on its way: sent, then read by the server [IMP-01]. */
export function SendingPanel({ file, sent, all, onCancel }: Sent & { file: string; onCancel: () => void }) {
  return (
    <Root aria-label="Spreadsheet">
      <WorkProgress title={file} then="Reading…" sent={sent} all={all} onCancel={onCancel} />
    </Root>
  );
}
