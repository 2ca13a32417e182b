import type { MouseEvent, Ref } from 'react';
import { startOnce } from './button-root.ts';
import { Icon } from '../display/icon.tsx';
import { Link } from './link.tsx';
import { Spinner } from '../layout/skeleton.tsx';
import { styled } from '../theme/styled.ts';
import { Tip } from './tip.tsx';
import { color, narrow, radius } from '../theme/tokens.ts';

interface IconButtonProps {
  /** A path of @mdi/js. */
  icon: string;
  /** Accessible name and tooltip. */
  label: string;
  /** Height and width in px: 28 in rows, 32 in heads, 20 inside chips. */
  size?: 20 | 28 | 32;
  outlined?: boolean;
  disabledReason?: string | null | undefined;
  pending?: boolean;
  href?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog' | 'true';
  'aria-pressed'?: boolean;
  /** Id of the popover it opens; MenuButton passes it and the ref. */
  popoverTarget?: string;
  ref?: Ref<HTMLButtonElement>;
}

const Root = styled('button', ['outlined', 'box'])<{
  outlined: boolean;
  box: number;
}>(({ outlined, box }) => ({
  width: box,
  height: box,
  borderRadius: box === 20 ? radius.small : radius.control,
  border: `1px solid ${outlined ? color.lineStrong : 'transparent'}`,
  background: outlined ? color.raised : 'transparent',
  color: color.text2,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  padding: 0,
  flex: 'none',
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out, color 120ms ease-out',
  '&:hover': { background: outlined ? color.raisedHover : color.press, color: color.text },
  '&[aria-disabled="true"]': { color: color.text3, opacity: 0.6, cursor: 'not-allowed', background: 'transparent' },
  [narrow]: box === 20 ? { width: 28, height: 28 } : { width: box + 8, height: box + 8 },
}));

/** An icon-only button whose name is also its tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 28, outlined = false, disabledReason, pending = false, href, onClick, ref } = props;
  const glyph = pending ? <Spinner aria-hidden /> : <Icon path={icon} size={size === 20 ? 12 : 16} />;
  const look = { outlined, box: size, 'aria-label': label };
  if (href !== undefined) {
    return (
      <Tip text={label} names>
        <Root as={Link} {...look} {...{ href }} onClick={onClick}>
          {glyph}
        </Root>
      </Tip>
    );
  }
  const blocked = pending || Boolean(disabledReason);
  return (
    <Tip text={disabledReason ? `${label}: ${disabledReason}` : label} names>
      <Root
        type="button"
        {...look}
        ref={ref}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        aria-expanded={props['aria-expanded']}
        aria-haspopup={props['aria-haspopup']}
        aria-pressed={props['aria-pressed']}
        popoverTarget={blocked ? undefined : props.popoverTarget}
        onClick={
          blocked || props.pending !== undefined ? (event) => startOnce(event, blocked ? null : onClick) : onClick
        }
      >
        {glyph}
      </Root>
    </Tip>
  );
}
