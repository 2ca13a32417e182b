import type { CSSObject } from '@emotion/react';
import { toastRoom } from './toast-room.ts';
import { calm, color, font, shadow, wide } from './tokens.ts';

/** Rules of the whole document: text, focus ring, scrollbars, motion, and the room a side panel takes. */
export const baseline: CSSObject = {
  '*, *::before, *::after': { boxSizing: 'border-box' },
  ':root': { colorScheme: 'dark' },
  html: {
    background: color.bg,
    color: color.text,
    WebkitFontSmoothing: 'antialiased',
    WebkitTextSizeAdjust: '100%',
    textRendering: 'optimizeLegibility',
    scrollPaddingBottom: toastRoom,
  },
  body: {
    margin: 0,
    fontFamily: font.sans,
    fontSize: 14,
    lineHeight: '20px',
    fontOpticalSizing: 'auto',
    fontFeatureSettings: '"cv11", "ss03", "calt"',
    letterSpacing: '-.003em',
    minHeight: '100vh',
    // Whatever the messages cover can be scrolled above them.
    paddingBottom: toastRoom,
  },
  'h1,h2,h3,p,dl,dd,ul,ol,figure,pre': { margin: 0, padding: 0 },
  'ul,ol': { listStyle: 'none' },
  'button,input,select,textarea': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  '::placeholder': { color: color.text3, opacity: 1 },
  ':focus-visible': { outline: 'none', boxShadow: shadow.focus },
  '::selection': { background: color.accentFill, color: color.onAccent },
  '*': { scrollbarColor: `${color.lineStrong} transparent`, scrollbarWidth: 'thin' },
  [wide]: { 'body:has([data-side-panel]) [data-gives-way]': { marginRight: 416 } },
  [calm]: {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
};
