import {
  mdiAccountCircleOutline,
  mdiChevronDown,
  mdiHelpCircleOutline,
  mdiInformationOutline,
  mdiKeyboardOutline,
  mdiLogout,
} from '@mdi/js';
import { styled } from '../../ui/theme/styled.ts';
import { Suspense, useId, useRef, useState } from 'react';
import { initials } from '../../lib/initials.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { MenuEntry, Menu } from '../../ui/action/menu.tsx';
import { color, font, narrow, visuallyHidden } from '../../ui/theme/tokens.ts';

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx').then((file) => file.ShortcutsDialog));

export interface MenuUser {
  name: string;
  /** Null while unknown. */
  role: string | null;
  /** The console runs on the sandbox fleet. */
  sandbox: boolean;
}

interface UserMenuProps {
  user: MenuUser;
  helpHref: string;
  onLogout: () => void;
}

const Chip = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  padding: '0 8px 0 4px',
  borderRadius: 16,
  border: `1px solid ${color.line}`,
  background: color.raised,
  fontSize: 13,
  fontWeight: 500,
  cursor: 'pointer',
  '&:hover': { borderColor: color.lineStrong, background: color.raisedHover },
  [narrow]: { padding: '0 3px', '& > [data-name]': visuallyHidden, '& > [data-more]': { display: 'none' } },
});
const Avatar = styled('span')({
  width: 24,
  height: 24,
  borderRadius: '50%',
  background: color.avatar,
  color: color.onAvatar,
  font: `600 10px/24px ${font.sans}`,
  textAlign: 'center',
  flex: 'none',
});
const Who = styled('div')({
  padding: '6px 10px 8px',
  marginBottom: 4,
  borderBottom: `1px solid ${color.line}`,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  maxWidth: 240,
  '& > strong': { fontWeight: 600, color: color.text },
  '& > span': { display: 'block', marginTop: 2 },
});

/** The signed-in user, personal pages, and Logout. */
export function UserMenu({ user, helpHref, onLogout }: UserMenuProps) {
  const [shortcuts, setShortcuts] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Chip ref={anchor} type="button" aria-haspopup="menu" aria-expanded={open} popoverTarget={id}>
        <Avatar aria-hidden>{initials(user.name)}</Avatar>
        <span data-name>{user.name}</span>
        <span data-more>
          <Icon path={mdiChevronDown} size={14} />
        </span>
      </Chip>
      <Menu id={id} label="Account" anchor={anchor} onOpenChange={setOpen}>
        <Who role="presentation">
          Signed in as <strong>{user.name}</strong>
          {user.role === null ? null : <span>Role: {user.role}</span>}
          {user.sandbox ? <span>This console runs on the sandbox fleet: no real server is reached.</span> : null}
        </Who>
        <MenuEntry item={{ id: 'me', label: 'Your account', icon: mdiAccountCircleOutline, href: '/me' }} />
        <MenuEntry item={{ id: 'help', label: 'Help', icon: mdiHelpCircleOutline, href: helpHref }} />
        <MenuEntry
          item={{
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            icon: mdiKeyboardOutline,
            onSelect: () => setShortcuts(true),
          }}
        />
        <MenuEntry item={{ id: 'about', label: 'About', icon: mdiInformationOutline, href: '/about' }} />
        <MenuEntry item={{ id: 'logout', label: 'Logout', icon: mdiLogout, onSelect: onLogout }} />
      </Menu>
      {shortcuts ? (
        <Suspense>
          <ShortcutsDialog onClose={() => setShortcuts(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
