import { styled } from './styled.ts';
import { createElement, use } from 'react';
import { LinkContext, type LinkProps } from './link-context.ts';
import { color, radius } from './tokens.ts';

/** Without looks of its own: hands address and attributes to the router's link, or to an anchor outside the console. */
function BareLink(props: LinkProps) {
  const inside = use(LinkContext);
  const outside = /^[a-z]+:/i.test(props.href);
  return createElement(outside ? 'a' : inside, outside ? { rel: 'noreferrer', ...props } : props);
}

/** A link in text: accent colour, underlined on hover. `variant="plain"` takes the colour around it. */
export const Link = styled(BareLink, { shouldForwardProp: (prop) => prop !== 'variant' })<{
  variant?: 'accent' | 'plain';
}>(({ variant = 'accent' }) => ({
  color: variant === 'accent' ? color.accent : 'inherit',
  textDecoration: 'none',
  borderRadius: radius.small,
  '&:hover': { textDecoration: variant === 'accent' ? 'underline' : 'none' },
}));
