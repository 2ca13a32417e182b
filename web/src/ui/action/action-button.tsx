import { numberText } from '@mission-control/contract/numbers';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { ButtonRoot, startOnce, type ButtonVariant } from './button-root.ts';
import { Icon } from '../display/icon.tsx';
import { Link } from './link.tsx';
import { Spinner } from '../layout/skeleton.tsx';
import { styled } from '../theme/styled.ts';
import { Tip } from './tip.tsx';

export interface ActionButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  /** A path of @mdi/js. */
  icon?: string | undefined;
  /** Drawn after the word, e.g. a chevron. */
  endIcon?: string;
  /** Number of items the action affects. */
  count?: number | undefined;
  /** Why the action is unavailable. The button stays focusable, so that its tooltip opens. */
  disabledReason?: string | null | undefined;
  /** Shows a spinner and ignores clicks while the action runs. */
  pending?: boolean;
  /** Renders a link that looks like a button. */
  href?: string;
  target?: '_blank';
  type?: 'button' | 'submit';
  form?: string;
  block?: boolean;
  /** Below 700 px only the icon is drawn; the text stays the accessible name. */
  iconOnNarrow?: boolean;
  autoFocus?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  'aria-expanded'?: boolean;
  /** Makes it a toggle button. */
  'aria-pressed'?: boolean;
  'aria-haspopup'?: 'menu' | 'dialog' | 'true';
  /** Id of the popover it opens. */
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

/** The console's button. One primary per page; disabled only with a reason. */
export function ActionButton(props: ActionButtonProps) {
  const { children, variant = 'secondary', size, icon, endIcon, count, disabledReason, href, target } = props;
  const { type = 'button', form, block = false, iconOnNarrow, autoFocus, onClick, popoverTarget, ref } = props;
  const pending = props.pending ?? false;
  const blocked = pending || Boolean(disabledReason);
  const attributes = {
    variant,
    small: size === 'small',
    block,
    'aria-expanded': props['aria-expanded'],
    'aria-pressed': props['aria-pressed'],
    'aria-haspopup': props['aria-haspopup'],
    'aria-label': props['aria-label'] ?? (iconOnNarrow && typeof children === 'string' ? children : undefined),
    'data-icon-on-narrow': iconOnNarrow || undefined,
  };
  const content = (
    <>
      {pending ? <Spinner aria-hidden /> : icon ? <Icon path={icon} /> : null}
      <Word>{children}</Word>
      {count === undefined ? null : <Count>{numberText(count)}</Count>}
      {endIcon ? <Icon path={endIcon} size={14} /> : null}
    </>
  );
  if (href !== undefined && !blocked) {
    return (
      <ButtonRoot as={Link} {...attributes} {...{ href, target }} onClick={onClick}>
        {content}
      </ButtonRoot>
    );
  }
  return (
    <Tip text={pending ? '' : disabledReason}>
      <ButtonRoot
        {...attributes}
        // Also while blocked: without a submit button, Enter in a form's only field would submit it.
        type={type}
        form={form}
        ref={ref}
        autoFocus={autoFocus}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        popoverTarget={blocked ? undefined : popoverTarget}
        onClick={
          blocked || props.pending !== undefined ? (event) => startOnce(event, blocked ? null : onClick) : onClick
        }
      >
        {content}
      </ButtonRoot>
    </Tip>
  );
}
