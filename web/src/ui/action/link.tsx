import { createElement, use, createContext, type ComponentType, type ComponentPropsWithRef } from 'react';
import { styled } from '../theme/styled.ts';
import { color, radius } from '../theme/tokens.ts';

/** Props of a link component: an address of this console and the anchor attributes. */
export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string };

/** The router's link component (it takes `href`), or the plain anchor. */
export type LinkComponent = ComponentType<LinkProps> | 'a';

export const LinkContext = createContext<LinkComponent>('a');

/** Unstyled: the router's link, or an anchor outside the console. */
function BareLink(props: LinkProps) {
  const inside = use(LinkContext);
  const outside = /^[a-z]+:/i.test(props.href);
  return createElement(outside ? 'a' : inside, outside ? { rel: 'noreferrer', ...props } : props);
}

/** A text link: accent colour, underlined on hover. `variant="plain"` inherits the colour. */
export const Link = styled(BareLink, ['variant'])<{
  variant?: 'accent' | 'plain';
}>(({ variant = 'accent' }) => ({
  color: variant === 'accent' ? color.accent : 'inherit',
  textDecoration: 'none',
  borderRadius: radius.small,
  '&:hover': { textDecoration: variant === 'accent' ? 'underline' : 'none' },
}));
