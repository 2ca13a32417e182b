import { numberText } from '@mission-control/contract/numbers';
import { mdiAccountLockOutline, mdiCloudAlertOutline, mdiTrayRemove, mdiFilterOffOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { ActionButton } from '../action/action-button.tsx';
import { CopyButton } from '../action/copy-button.tsx';
import { Icon } from '../display/icon.tsx';
import { styled } from '../theme/styled.ts';
import { color, meaningColor, panelSurface } from '../theme/tokens.ts';

interface StatePanelProps {
  tone?: 'empty' | 'error';
  /** A path of @mdi/js. */
  icon?: string;
  /** The documented sentence. */
  title: ReactNode;
  /** One line: the reason, and what is kept. */
  children?: ReactNode;
  /** One or two buttons. */
  actions?: ReactNode;
  /** For errors: the id to quote in a support request. */
  requestId?: string | null | undefined;
  /** Draws its own surface, where no panel surrounds it. */
  framed?: boolean;
}

const Root = styled('div', ['framed'])<{ framed: boolean }>(({ framed }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: '40px 24px',
  minHeight: 240,
  textAlign: 'center',
  overflowWrap: 'anywhere',
  ...(framed ? panelSurface : null),
  '& h2, & h3': { fontSize: 14, lineHeight: '20px', fontWeight: 600, maxWidth: 420 },
  '& p': { fontSize: 13, lineHeight: '20px', color: color.text2, maxWidth: 380, textWrap: 'balance' },
}));
/** Frame of the large icon. */
export const IconTile = styled('div', ['failed'])<{ failed?: boolean }>(({ failed = false }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 48,
  marginBottom: 4,
  borderRadius: 10,
  border: `1px solid ${failed ? meaningColor.bad.line : color.lineStrong}`,
  background: failed ? meaningColor.bad.tint : color.raised,
  color: failed ? meaningColor.bad.main : color.text2,
}));
const Actions = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexWrap: 'wrap',
  gap: '8px 16px',
  marginTop: 8,
});

/** Empty or failed: what, why, and what to do. */
export function StatePanel(props: StatePanelProps) {
  const { tone = 'empty', title, children, actions, requestId, framed = false } = props;
  const failed = tone === 'error';
  const icon = props.icon ?? (failed ? mdiCloudAlertOutline : mdiTrayRemove);
  return (
    <Root framed={framed} role={failed ? 'alert' : 'status'}>
      <IconTile failed={failed}>
        <Icon path={icon} size={24} />
      </IconTile>
      <h2>{title}</h2>
      {children ? <p>{children}</p> : null}
      {actions || requestId ? (
        <Actions>
          {actions}
          {requestId ? <CopyButton text={requestId} label="Copy request id" shown={`req ${requestId}`} bare /> : null}
        </Actions>
      ) : null}
    </Root>
  );
}

/** Instead of a page for admins. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return (
    <StatePanel framed icon={mdiAccountLockOutline} title="This page is for admins">
      {children}
    </StatePanel>
  );
}

/** A search without results: the unfiltered count and a way to clear it. */
export function NoneFound({ all, search, onClear }: { all: number; search: string; onClear: () => void }) {
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${numberText(all)} items filtered)`}
      actions={<ActionButton onClick={onClear}>Clear search</ActionButton>}
    >
      Nothing matches “{search.trim()}”.
    </StatePanel>
  );
}
