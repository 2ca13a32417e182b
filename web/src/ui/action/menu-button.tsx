import { mdiChevronDown } from '@mdi/js';
import { useId, useRef, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import type { ButtonVariant } from './button-root.ts';
import { IconButton } from './icon-button.tsx';
import { MenuEntry, type MenuAction } from './menu-entry.tsx';
import { Menu } from './menu.tsx';
import { Count } from '../display/mono.tsx';
import { TagButton } from './tag-button.tsx';
import type { TagTone } from '../display/tag.tsx';

interface MenuButtonProps {
  /** The word on the button, or its name when only the icon is drawn. */
  label: string;
  items: readonly MenuAction[];
  icon?: string;
  /** Beside the word, such as `3 of 5`. */
  count?: string | undefined;
  /** Draws only the icon, outlined. */
  iconOnly?: boolean;
  /** Draws the button as a small tag of this tone, for a chip beside a title. */
  tag?: TagTone;
  /** Name of the menu, where the word on the button is only its current value. */
  menuLabel?: string;
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  pending?: boolean;
  disabledReason?: string | null | undefined;
}

/** A button that opens a menu of actions and links. */
export function MenuButton(props: MenuButtonProps) {
  const { label, items, icon, iconOnly = false, tag, variant = 'secondary', size = 'medium', disabledReason } = props;
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const shared = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    popoverTarget: id,
    pending: props.pending ?? false,
    disabledReason,
  } as const;
  return (
    <>
      {tag ? (
        <TagButton tone={tag} label={label} name={props.menuLabel} {...shared} />
      ) : iconOnly && icon ? (
        <IconButton icon={icon} label={label} size={32} outlined {...shared} />
      ) : (
        <ActionButton variant={variant} size={size} endIcon={mdiChevronDown} {...(icon ? { icon } : null)} {...shared}>
          {label}
          {props.count === undefined ? null : <Count>{props.count}</Count>}
        </ActionButton>
      )}
      <Menu id={id} label={props.menuLabel ?? label} anchor={anchor} onOpenChange={setOpen}>
        {items.map((item) => (
          <MenuEntry key={item.id} item={item} />
        ))}
      </Menu>
    </>
  );
}
