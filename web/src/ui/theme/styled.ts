/** Styles of all elements: Emotion, with values from tokens.ts. */
import { css, cx, keyframes } from '@emotion/css';
import type { CSSObject } from '@emotion/css/create-instance';
import { createElement, type ComponentProps, type ElementType, type ReactElement } from 'react';
import { visuallyHidden } from './tokens.ts';

export { css, injectGlobal, keyframes } from '@emotion/css';
export type { CSSObject } from '@emotion/css/create-instance';

type StyledProps<Tag extends ElementType, Own> = ComponentProps<Tag> & Own & { as?: ElementType };

/**
 * A component that renders `tag`, an element or a component that takes `className`, with styles. A class passed to it wins over its own
 * styles. The class of each combination of props is cached, because serializing the styles on each render took a quarter of React's work
 * for a key press in the tenant list (decision 0139).
 * @param styleProps names of the props that determine the styles; they are not passed on
 */
export function styled<Tag extends ElementType, const Name extends string = never>(
  tag: Tag,
  styleProps: readonly Name[] = [],
) {
  return function withStyles<Own extends { [Key in keyof Own]: Key extends Name ? unknown : never } = object>(
    styles: CSSObject | ((props: Own) => CSSObject),
  ): (props: StyledProps<Tag, Own>) => ReactElement {
    const classes = new Map<string, string>();
    return function Styled(props: StyledProps<Tag, Own>) {
      const passed: Record<string, unknown> & { className?: string; as?: ElementType } = { ...props };
      let key = passed.className ?? '';
      for (const name of styleProps) {
        key += `\0${String(passed[name])}`;
        delete passed[name];
      }
      let className = classes.get(key);
      if (className === undefined) {
        className = cx(css(typeof styles === 'function' ? styles(props) : styles), passed.className);
        classes.set(key, className);
      }
      passed.className = className;
      // A component applies its own `as`, or its styles would be lost.
      if (typeof tag !== 'string' || passed.as === undefined) return createElement(tag, passed);
      const { as, ...rest } = passed;
      return createElement(as, rest);
    };
  };
}

/** Read by screen readers only. */
export const Hidden = styled('span')(visuallyHidden);

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
