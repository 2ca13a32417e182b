import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { LinkProps } from '../ui/link-context.ts';

/** The link of the ui primitives: stays in the page for a plain click, and is an ordinary link for every other. */
export function RouterLink({ href, onClick, ...rest }: LinkProps) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target || rest.download !== undefined) return;
    event.preventDefault();
    router.history.push(href);
  };
  return <a {...rest} href={href} onClick={follow} />;
}
