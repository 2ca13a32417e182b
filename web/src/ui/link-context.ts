import { createContext, type ComponentType, type ComponentPropsWithRef } from 'react';

/** What a primitive hands to a link: an address of this console and the usual attributes of an anchor. */
export type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'> & { href: string };

/** The router's link component (it takes `href`), or the plain anchor. */
export type LinkComponent = ComponentType<LinkProps> | 'a';

export const LinkContext = createContext<LinkComponent>('a');
