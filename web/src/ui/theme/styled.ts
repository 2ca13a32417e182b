/**
 * What own elements are styled with: Emotion itself, under MUI. MUI's `styled` would bring its whole theme into the
 * first load (17 KB gzipped) for elements that take their values from tokens.ts.
 */
export { default as styled } from '@emotion/styled';
export { keyframes } from '@emotion/react';
