import { styled } from '@mui/material/styles';
import MenuItem from '@mui/material/MenuItem';
import { use, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { LinkContext } from './link-context.ts';
import { color, meaningColor, radius } from './tokens.ts';

/** One entry of a menu: an action, or a link when it has an address. */
export interface MenuAction {
  id: string;
  label: string;
  /** A path of @mdi/js, or a drawn mark such as a letter block. */
  icon?: string;
  mark?: ReactNode;
  href?: string;
  onSelect?: () => void;
  danger?: boolean;
  /** Draws a tick: the current one of a choice. */
  selected?: boolean;
  /** Why it is not possible now; shown under the word. */
  disabledReason?: string | null | undefined;
}

const Row = styled(MenuItem)({
  minHeight: 32,
  padding: '4px 10px',
  gap: 10,
  borderRadius: radius.control,
  fontSize: 13,
  lineHeight: '20px',
  fontWeight: 500,
  color: color.text,
  textDecoration: 'none',
  '&.Mui-focusVisible, &:hover': { backgroundColor: color.press },
  '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: color.accentTint },
  '&:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
  '&[aria-disabled="true"]': { color: color.text3, opacity: 1, cursor: 'not-allowed' },
  '&[data-danger]': { color: meaningColor.bad.main },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', fontWeight: 400, color: color.text3 },
  '@media (max-width:700px)': { minHeight: 40 },
});

/** An entry of a menu. Ref and tab index come from the menu around it. */
export function MenuEntry({ item, onDone, ...fromMenu }: { item: MenuAction; onDone: () => void }) {
  const LinkElement = use(LinkContext);
  const blocked = Boolean(item.disabledReason);
  const choose = () => {
    if (blocked) return;
    onDone();
    item.onSelect?.();
  };
  return (
    <Row
      {...fromMenu}
      {...(item.href !== undefined && !blocked ? { component: LinkElement, href: item.href } : null)}
      selected={item.selected ?? false}
      aria-disabled={blocked || undefined}
      data-danger={(item.danger && !blocked) || undefined}
      onClick={choose}
    >
      {item.mark ?? (item.icon ? <Icon path={item.icon} /> : null)}
      <span>
        {item.label}
        {item.disabledReason ? <small>{item.disabledReason}</small> : null}
      </span>
    </Row>
  );
}
