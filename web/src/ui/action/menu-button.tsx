import { mdiChevronDown } from '@mdi/js';
import { useId, useRef, useState, type Ref } from 'react';
import { ActionButton } from './action-button.tsx';
import type { ButtonVariant } from './button-root.ts';
import { IconButton } from './icon-button.tsx';
import { MenuEntry, type MenuAction, Menu } from './menu.tsx';
import { Count } from '../display/mono.tsx';
import { type TagTone, Tag } from '../display/tag.tsx';
import { Icon } from '../display/icon.tsx';
import { Spinner } from '../layout/skeleton.tsx';
import { styled } from '../theme/styled.ts';
import { Tip } from './tip.tsx';
import { narrow } from '../theme/tokens.ts';

interface TagButtonProps {
  tone: TagTone;
  /** The current value. */
  label: string;
  /** Name of the choice, announced before the value. */
  name: string | undefined;
  pending: boolean;
  disabledReason: string | null | undefined;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  ref: Ref<HTMLButtonElement>;
}

const Root = styled('button')({
  padding: 0,
  border: 0,
  borderRadius: 4,
  background: 'none',
  cursor: 'pointer',
  '& > span': { pointerEvents: 'none' },
  '&:hover > span': { filter: 'brightness(1.2)' },
  '&[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.7 },
  [narrow]: { padding: '10px 0' },
});

/** A tag that opens a menu: the current value of a choice beside a title. */
function TagButton({ tone, label, name, pending, disabledReason, popoverTarget, ...rest }: TagButtonProps) {
  const blocked = pending || Boolean(disabledReason);
  return (
    <Tip text={disabledReason}>
      <Root
        type="button"
        {...rest}
        aria-label={name === undefined ? undefined : `${name}: ${label}`}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        popoverTarget={blocked ? undefined : popoverTarget}
      >
        <Tag tone={tone}>
          {label}
          {pending ? <Spinner size={10} aria-hidden /> : <Icon path={mdiChevronDown} size={12} />}
        </Tag>
      </Root>
    </Tip>
  );
}

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
        <ActionButton variant={variant} size={size} endIcon={mdiChevronDown} icon={icon} {...shared}>
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
