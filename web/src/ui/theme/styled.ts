/** Styles of all elements: Emotion, with values from tokens.ts. */
export { default as styled } from '@emotion/styled';
export { keyframes } from '@emotion/react';
