import { mdiChevronDown } from '@mdi/js';
import Menu from '@mui/material/Menu';
import { useId, useRef, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import type { ButtonVariant } from './button-root.ts';
import { IconButton } from './icon-button.tsx';
import { MenuEntry, type MenuAction } from './menu-entry.tsx';

interface MenuButtonProps {
  /** The word on the button, or its name when only the icon is drawn. */
  label: string;
  items: readonly MenuAction[];
  icon?: string;
  /** Draws only the icon, outlined. */
  iconOnly?: boolean;
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  pending?: boolean;
  disabledReason?: string | null | undefined;
}

/** A button that opens a menu of actions and links. */
export function MenuButton(props: MenuButtonProps) {
  const { label, items, icon, iconOnly = false, variant = 'secondary', size = 'medium', disabledReason } = props;
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const shared = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    pending: props.pending ?? false,
    disabledReason,
    onClick: () => setOpen(true),
  } as const;
  return (
    <>
      {iconOnly && icon ? (
        <IconButton icon={icon} label={label} size={32} outlined {...shared} />
      ) : (
        <ActionButton
          variant={variant}
          size={size}
          endIcon={mdiChevronDown}
          {...(icon ? { icon } : null)}
          {...shared}
          aria-controls={open ? id : undefined}
        >
          {label}
        </ActionButton>
      )}
      <Menu
        id={id}
        anchorEl={anchor.current}
        open={open}
        onClose={() => setOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {items.map((item) => (
          <MenuEntry key={item.id} item={item} onDone={() => setOpen(false)} />
        ))}
      </Menu>
    </>
  );
}
