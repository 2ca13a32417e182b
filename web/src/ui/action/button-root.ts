import type { MouseEvent } from 'react';
import { styled } from '../theme/styled.ts';
import { color, meaningColor, narrow, radius } from '../theme/tokens.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'tonal' | 'danger' | 'danger-fill' | 'ghost';

const looks: Record<ButtonVariant, object> = {
  primary: {
    background: color.accentFill,
    borderColor: 'transparent',
    color: color.onAccent,
    boxShadow: 'inset 0 1px 0 rgba(255,255,255,.13)',
    '&:hover': { background: color.accentFillHover },
  },
  secondary: { background: color.raised, borderColor: color.lineStrong, '&:hover': { background: color.raisedHover } },
  tonal: {
    background: color.accentTint,
    borderColor: color.accentLine,
    color: color.accentText,
    '&:hover': { background: 'rgba(156,170,253,.18)' },
  },
  danger: {
    borderColor: meaningColor.bad.line,
    color: meaningColor.bad.main,
    '&:hover': { background: meaningColor.bad.tint },
  },
  'danger-fill': {
    background: color.badFill,
    borderColor: 'transparent',
    color: color.onAccent,
    '&:hover': { background: color.badFillHover },
  },
  ghost: { borderColor: 'transparent', color: color.text2, '&:hover': { background: color.press, color: color.text } },
};

/** The look shared by buttons and by links that look like buttons. */
export const ButtonRoot = styled('button', ['variant', 'small', 'block'])<{
  variant: ButtonVariant;
  small?: boolean;
  block?: boolean;
}>(({ variant, small, block }) => ({
  display: block ? 'flex' : 'inline-flex',
  width: block ? '100%' : undefined,
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  height: small ? 28 : 32,
  padding: small ? '0 10px' : '0 12px',
  borderRadius: radius.control,
  border: '1px solid transparent',
  background: 'transparent',
  color: color.text,
  fontSize: small ? 12.5 : 13,
  lineHeight: '16px',
  fontWeight: 520,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  cursor: 'pointer',
  flex: 'none',
  transition: 'background-color 120ms ease-out, color 120ms ease-out',
  '& > svg:first-of-type:not(:only-child)': { marginLeft: -2, opacity: 0.9 },
  ...looks[variant],
  '&[aria-disabled="true"]:not([aria-busy="true"])': {
    background: 'transparent',
    border: `1px dashed ${color.lineStrong}`,
    color: color.text3,
    cursor: 'not-allowed',
  },
  // A disabled button stays focusable and shows its focus ring.
  '&[aria-disabled="true"]:not([aria-busy="true"]):not(:focus-visible)': { boxShadow: 'none' },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.bg}, 0 0 0 4px ${color.accent}` },
  [narrow]: { height: small ? 36 : 40 },
}));

/**
 * Starts an action that shows that it is pending. Ignores the second click of a double click, which arrives before the button shows
 * that it is busy. @param onClick null: the button is disabled
 */
export function startOnce(
  event: MouseEvent<HTMLElement>,
  onClick: ((event: MouseEvent<HTMLElement>) => void) | null | undefined,
): void {
  if (onClick === null || event.detail > 1) event.preventDefault();
  else onClick?.(event);
}
