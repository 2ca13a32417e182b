import { styled } from '../../ui/theme/styled.ts';
import type { ReactNode } from 'react';
import { color, narrow, visuallyHidden } from '../../ui/theme/tokens.ts';
import { Drawer, type DrawerEntry } from './drawer.tsx';
import { TopBar, type LiveState } from './top-bar.tsx';
import type { MenuUser } from './user-menu.tsx';

interface ShellProps {
  entries: readonly DrawerEntry[];
  /** Target of the logo. */
  homeHref: string;
  user: MenuUser;
  helpHref: string;
  onLogout: () => void;
  live: LiveState;
  /** Number of open alerts. */
  alerts?: ReactNode;
  /** The search of the whole console. */
  search?: ReactNode;
  /** Of the copyright line. */
  year: number;
  children: ReactNode;
}

const SkipLink = styled('a')({
  ...visuallyHidden,
  '&:focus': {
    clipPath: 'none',
    width: 'auto',
    height: 'auto',
    margin: 0,
    overflow: 'visible',
    position: 'fixed',
    zIndex: 1400,
    top: 8,
    left: 8,
    padding: '8px 12px',
    borderRadius: 6,
    background: color.raised,
    color: color.text,
  },
});
const Frame = styled('div')({
  display: 'grid',
  gridTemplateColumns: '160px minmax(0, 1fr)',
  minHeight: 'calc(100vh - 48px)',
  [narrow]: { gridTemplateColumns: '48px minmax(0, 1fr)' },
});
const Column = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  '& > main': { flex: 1, display: 'flex', flexDirection: 'column', minWidth: 0, outline: 'none' },
  '& > main:focus-visible': { boxShadow: 'none' },
});
const Footer = styled('footer')({
  minHeight: 32,
  padding: '0 24px',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text3,
  [narrow]: { padding: '8px 12px', flexWrap: 'wrap', gap: '0 16px' },
});

/** The console around every page: top bar, drawer, content, footer. A side panel pushes the content column. */
export function Shell(props: ShellProps) {
  return (
    <>
      <SkipLink href="#content">Skip to content</SkipLink>
      <TopBar
        homeHref={props.homeHref}
        user={props.user}
        helpHref={props.helpHref}
        onLogout={props.onLogout}
        live={props.live}
        alerts={props.alerts}
        search={props.search}
      />
      <Frame>
        <Drawer entries={props.entries} />
        <Column data-gives-way>
          <main id="content" tabIndex={-1}>
            {props.children}
          </main>
          <Footer>
            © {props.year} Mission Control
            {props.user.sandbox ? <span>Sandbox fleet: no real server is reached</span> : null}
          </Footer>
        </Column>
      </Frame>
    </>
  );
}
