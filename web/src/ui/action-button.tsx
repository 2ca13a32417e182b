import { styled } from './styled.ts';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { ButtonRoot, type ButtonVariant } from './button-root.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';
import { Tip } from './tip.tsx';

export interface ActionButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  /** A path of @mdi/js. */
  icon?: string;
  /** Drawn after the word, e.g. a chevron. */
  endIcon?: string;
  /** How many things the action touches. */
  count?: number | undefined;
  /** Why the action is not possible now. The button stays reachable, so that the tooltip opens. */
  disabledReason?: string | null | undefined;
  /** The action is running: shows a spinner and ignores further clicks. */
  pending?: boolean;
  /** Makes it a link that looks like a button. */
  href?: string;
  target?: '_blank';
  download?: string | boolean;
  type?: 'button' | 'submit';
  form?: string;
  block?: boolean;
  /** Below 700 px only the icon is drawn; the word stays the name. */
  iconOnNarrow?: boolean;
  autoFocus?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog' | 'true';
  /** The id of the popover it opens. */
  popoverTarget?: string;
  'aria-label'?: string;
  ref?: Ref<HTMLButtonElement>;
}

const Count = styled('span')({
  fontVariantNumeric: 'tabular-nums',
  padding: '0 5px',
  borderRadius: 7,
  fontSize: 11,
  lineHeight: '15px',
  background: 'rgba(255,255,255,.16)',
  marginRight: -3,
});

const Word = styled('span')({
  '[data-icon-on-narrow] > &': { '@media (max-width:700px)': { display: 'none' } },
});

/** The console's button: one primary a page, secondary, tonal, danger, ghost; disabled always with a reason. */
export function ActionButton(props: ActionButtonProps) {
  const { children, variant = 'secondary', size, icon, endIcon, count, disabledReason, pending = false, href } = props;
  const { iconOnNarrow, onClick, block, type = 'button', autoFocus, form, popoverTarget, ref, ...rest } = props;
  const blocked = pending || Boolean(disabledReason);
  const look = { variant, small: size === 'small', block: block ?? false, iconOnly: false };
  const content = (
    <>
      {pending ? <Spinner aria-hidden /> : icon ? <Icon path={icon} /> : null}
      <Word>{children}</Word>
      {count === undefined ? null : <Count>{count.toLocaleString('en-GB')}</Count>}
      {endIcon ? <Icon path={endIcon} size={14} /> : null}
    </>
  );
  const attributes = pickAttributes(rest, iconOnNarrow);
  if (href !== undefined && !blocked) {
    return (
      <ButtonRoot
        as={Link}
        {...look}
        {...attributes}
        {...linkAttributes(href, rest)}
        {...(onClick ? { onClick } : null)}
      >
        {content}
      </ButtonRoot>
    );
  }
  const button = (
    <ButtonRoot
      {...look}
      {...attributes}
      type={blocked ? 'button' : type}
      form={form}
      ref={ref}
      autoFocus={autoFocus}
      aria-disabled={blocked || undefined}
      aria-busy={pending || undefined}
      popoverTarget={blocked ? undefined : popoverTarget}
      onClick={blocked || props.pending !== undefined ? (event) => start(event, blocked ? null : onClick) : onClick}
    >
      {content}
    </ButtonRoot>
  );
  return <Tip text={pending ? '' : disabledReason}>{button}</Tip>;
}

/** Clicks of an action that runs for a while: the second one of a double click comes before the button shows that it is busy. */
function start(event: MouseEvent<HTMLElement>, onClick: ActionButtonProps['onClick'] | null): void {
  if (onClick === null || event.detail > 1) event.preventDefault();
  else onClick?.(event);
}

function pickAttributes(props: Partial<ActionButtonProps>, iconOnNarrow: boolean | undefined) {
  return {
    'aria-expanded': props['aria-expanded'],
    'aria-haspopup': props['aria-haspopup'],
    'aria-label':
      props['aria-label'] ?? (iconOnNarrow && typeof props.children === 'string' ? props.children : undefined),
    'data-icon-on-narrow': iconOnNarrow || undefined,
  };
}

function linkAttributes(href: string, { target, download }: Partial<ActionButtonProps>) {
  return { href, ...(target ? { target } : null), ...(download === undefined ? null : { download }) };
}
