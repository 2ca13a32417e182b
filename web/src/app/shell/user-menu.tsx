import { mdiChevronDown, mdiLogout } from '@mdi/js';
import { styled } from '../../ui/styled.ts';
import { useId, useRef, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { MenuEntry } from '../../ui/menu-entry.tsx';
import { Menu } from '../../ui/menu.tsx';
import { color, font, narrow, visuallyHidden } from '../../ui/tokens.ts';

interface UserMenuProps {
  user: { name: string; detail?: string };
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
const Who = styled('div')({ padding: '6px 10px', fontSize: 12, lineHeight: '16px', color: color.text3, maxWidth: 240 });

/** Who is signed in, and the way out. */
export function UserMenu({ user, onLogout }: UserMenuProps) {
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
        {user.detail ? <Who role="presentation">{user.detail}</Who> : null}
        <MenuEntry item={{ id: 'logout', label: 'Logout', icon: mdiLogout, onSelect: onLogout }} />
      </Menu>
    </>
  );
}

/** At most two letters: first and last word of the name. */
function initials(name: string): string {
  const words = name.trim().split(/[\s._-]+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.slice(0, 1) ?? '');
  return letters.join('').toUpperCase();
}
