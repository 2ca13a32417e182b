import { mdiLogin } from '@mdi/js';
import { styled } from '../ui/styled.ts';
import type { ReactNode } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { Link } from '../ui/link.tsx';
import { color, narrow } from '../ui/tokens.ts';
import { Logo } from './shell/logo.tsx';

const Bar = styled('header')({
  height: 48,
  padding: '0 16px',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
});
const Brand = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontWeight: 620,
  fontSize: 14,
  letterSpacing: '-.015em',
});
const Body = styled('main')({ minHeight: 'calc(100vh - 80px)', display: 'flex', flexDirection: 'column' });
const Footer = styled('footer')({
  height: 32,
  padding: '0 24px',
  display: 'flex',
  alignItems: 'center',
  borderTop: `1px solid ${color.line}`,
  fontSize: 12,
  color: color.text3,
  [narrow]: { padding: '0 12px' },
});

/** Around the pages that need no sign-in, for a person who has none: no drawer, no user chip, a way in. */
export function PublicFrame({ year, children }: { year: number; children: ReactNode }) {
  return (
    <>
      <Bar>
        <Brand variant="plain" href="/">
          <Logo />
          <span>Mission Control</span>
        </Brand>
        <ActionButton size="small" icon={mdiLogin} href="/">
          Log in
        </ActionButton>
      </Bar>
      <Body>{children}</Body>
      <Footer>© {year} Mission Control</Footer>
    </>
  );
}
