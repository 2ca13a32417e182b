/** Styles of all elements: Emotion, with values from tokens.ts. */
import { keyframes } from '@emotion/react';

export { default as styled } from '@emotion/styled';
export { keyframes };

const EDGE = 28;
const hidden = {
  right: `linear-gradient(to left, transparent, #000 ${EDGE}px)`,
  left: `linear-gradient(to right, transparent, #000 ${EDGE}px)`,
  both: `linear-gradient(to right, transparent, #000 ${EDGE}px calc(100% - ${EDGE}px), transparent)`,
} as const;
const scrolled = keyframes({
  '0%, 1%': { maskImage: hidden.right },
  '2%, 98%': { maskImage: hidden.both },
  '99%, 100%': { maskImage: hidden.left },
});
const scrolledBesideSticky = keyframes({ '0%, 98%': { maskImage: hidden.right }, '99%, 100%': { maskImage: 'none' } });

/**
 * Scrolls sideways and fades where content is cut off. Browsers without scroll timelines do not fade.
 * @param sticky the first columns stay in place, so nothing is cut at the left
 */
export const scrollSideways = ({ sticky }: { sticky: boolean }) =>
  ({
    overflowX: 'auto',
    '@supports (animation-timeline: scroll())': {
      animation: `${sticky ? scrolledBesideSticky : scrolled} linear`,
      animationTimeline: 'scroll(self inline)',
    },
  }) as const;
