import interLatinExt from '@fontsource-variable/inter/files/inter-latin-ext-opsz-normal.woff2';
import interLatin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2';
import monoLatin from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2';
import { Suspense, type ReactNode } from 'react';
import { LinkContext, type LinkComponent } from '../action/link.tsx';
import { type CloseOnBack, BackContext } from '../dialog/use-dialog.ts';
import { lazyPersistent } from '../lazy-persistent.ts';
import { toastHeight } from '../toast/toast-height.ts';
import { LATIN, LATIN_EXTENDED } from './font-ranges.ts';
import { injectGlobal, type CSSObject } from './styled.ts';
import { color, font, forcedColors, prefersReducedMotion, shadow, wide } from './tokens.ts';

/** Document rules: text, focus ring, scrollbars, motion, and room for a side panel. */
const baseline: CSSObject = {
  '*, *::before, *::after': { boxSizing: 'border-box' },
  ':root': { colorScheme: 'dark' },
  html: {
    background: color.bg,
    color: color.text,
    WebkitFontSmoothing: 'antialiased',
    WebkitTextSizeAdjust: '100%',
    textRendering: 'optimizeLegibility',
    // Keeps focused elements clear of the top bar.
    scrollPaddingTop: 56,
    scrollPaddingBottom: toastHeight,
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
    // Content covered by toasts can be scrolled above them.
    paddingBottom: toastHeight,
  },
  'h1,h2,h3,p,dl,dd,ul,ol,figure,pre': { margin: 0, padding: 0 },
  'ul,ol': { listStyle: 'none' },
  'button,input,select,textarea': { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' },
  '::placeholder': { color: color.text3, opacity: 1 },
  ':focus-visible': { outline: 'none', boxShadow: shadow.focus },
  '::selection': { background: color.accentFill, color: color.onAccent },
  '*': { scrollbarColor: `${color.lineStrong} transparent`, scrollbarWidth: 'thin' },
  [wide]: { 'body:has([data-side-panel]) [data-gives-way]': { marginRight: 416 } },
  [forcedColors]: {
    '[aria-pressed="true"], [aria-current]': { outline: '1px solid', outlineOffset: -3 },
    ':focus-visible:not(main)': { outline: '2px solid Highlight !important' },
  },
  [prefersReducedMotion]: {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
    },
  },
};

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

/** Self-hosted; the browser fetches the extension (Welsh or Polish letters) when a page needs it. */
const fontFaces: CSSObject[] = [
  face('Inter Variable', interLatin, LATIN),
  face('Inter Variable', interLatinExt, LATIN_EXTENDED),
  face('JetBrains Mono Variable', monoLatin, LATIN),
];

injectGlobal(fontFaces, baseline);

interface UiProviderProps {
  /** The router's link; without it primitives draw plain anchors. */
  linkComponent?: LinkComponent;
  /** Makes Back close a dialog; must be a stable function. */
  closeOnBack?: CloseOnBack;
  children: ReactNode;
}

/** Loaded after the first page; earlier toasts are queued (toast.ts). */
const Toaster = lazyPersistent(async () => (await import('../toast/toaster.tsx')).Toaster);

const ignoreBack = (): void => undefined;

/** Context of all primitives: links, dialogs, toasts. */
export function UiProvider({ linkComponent = 'a', closeOnBack = ignoreBack, children }: UiProviderProps) {
  return (
    <>
      <LinkContext value={linkComponent}>
        <BackContext value={closeOnBack}>{children}</BackContext>
      </LinkContext>
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  );
}
