import { styled } from '../../ui/theme/styled.ts';
import type { ReactNode } from 'react';
import { Link } from '../../ui/action/link.tsx';
import { color, meaningColor, narrow, visuallyHidden } from '../../ui/theme/tokens.ts';
import { Logo } from './logo.tsx';
import { UserMenu, type MenuUser } from './user-menu.tsx';

/** Whether changes by others arrive live. */
export type LiveState = 'live' | 'reconnecting';

interface TopBarProps {
  homeHref: string;
  user: MenuUser;
  /** The part of the guide that is about this page. */
  helpHref: string;
  onLogout: () => void;
  live: LiveState;
  alerts?: ReactNode;
  search?: ReactNode;
}

const Root = styled('header')({
  position: 'sticky',
  top: 0,
  zIndex: 1100,
  height: 48,
  display: 'grid',
  gridTemplateColumns: '160px minmax(0,1fr) auto',
  alignItems: 'center',
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  [narrow]: { gridTemplateColumns: '48px minmax(0,1fr) auto' },
});
const Brand = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  margin: '0 8px',
  paddingLeft: 8,
  fontWeight: 620,
  fontSize: 14,
  letterSpacing: '-.015em',
  whiteSpace: 'nowrap',
  [narrow]: { margin: '0 6px', '& > span': visuallyHidden },
});
const Search = styled('div')({
  width: 440,
  maxWidth: '100%',
  paddingLeft: 24,
  boxSizing: 'content-box',
  minWidth: 0,
  [narrow]: { width: 'auto', padding: '0 8px 0 0', boxSizing: 'border-box' },
});
const End = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 16,
  paddingRight: 16,
  [narrow]: { gap: 8, paddingRight: 8 },
});
const Live = styled('span', ['state'])<{ state: LiveState }>(({ state }) => {
  const meaning = meaningColor[state === 'live' ? 'good' : 'warn'];
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    fontSize: 12,
    color: color.text2,
    '&::before': {
      content: '""',
      width: 6,
      height: 6,
      borderRadius: '50%',
      background: meaning.main,
      boxShadow: `0 0 0 3px ${meaning.tint}`,
    },
    [narrow]: state === 'live' ? { display: 'none' } : { '& > span': visuallyHidden },
  };
});

const Sandbox = styled('span')({
  padding: '1px 8px',
  borderRadius: 10,
  border: `1px solid ${color.lineStrong}`,
  fontSize: 12,
  lineHeight: '18px',
  color: color.text2,
  [narrow]: { display: 'none' },
});
const HelpLink = styled(Link)({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  borderRadius: '50%',
  border: `1px solid ${color.line}`,
  fontSize: 13,
  fontWeight: 600,
  color: color.text2,
  '&:hover': { borderColor: color.lineStrong, background: color.raised, color: color.text },
  [narrow]: { width: 36, height: 36 },
});

/** Logo, search, live state, alerts, help, user. */
export function TopBar({ homeHref, user, helpHref, onLogout, live, alerts, search }: TopBarProps) {
  return (
    <Root>
      <Brand variant="plain" href={homeHref}>
        <Logo />
        <span>Mission Control</span>
      </Brand>
      <Search>{search}</Search>
      <End>
        <Live state={live} role="status">
          <span>{live === 'live' ? 'Live' : 'Reconnecting'}</span>
        </Live>
        {user.sandbox ? <Sandbox title="Simulated tenants; no real servers are contacted.">Sandbox</Sandbox> : null}
        {alerts}
        <HelpLink variant="plain" href={helpHref} aria-label="Help on this page" title="Help on this page">
          ?
        </HelpLink>
        <UserMenu user={user} helpHref={helpHref} onLogout={onLogout} />
      </End>
    </Root>
  );
}
