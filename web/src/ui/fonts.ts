import type { CSSObject } from '@emotion/react';
import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-opsz-normal.woff2';
import interLatin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';
import monoLatin from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';

const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';
const LATIN_EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF';

function face(family: string, file: string, range: string): CSSObject {
  return {
    '@font-face': {
      fontFamily: family,
      fontStyle: 'normal',
      fontDisplay: 'swap',
      fontWeight: '100 900',
      src: `url('${file}') format('woff2-variations')`,
      unicodeRange: range,
    },
  };
}

/** Served from here; the browser fetches the extension (names with Welsh or Polish letters) when a page needs it. */
export const fontFaces: CSSObject[] = [
  face('Inter Variable', interLatin, LATIN),
  face('Inter Variable', interLatinExt, LATIN_EXTENDED),
  face('JetBrains Mono Variable', monoLatin, LATIN),
];
