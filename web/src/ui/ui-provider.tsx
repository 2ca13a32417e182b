import './fonts.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { LinkContext, type LinkComponent } from './link-context.ts';
import { theme } from './theme.ts';
import { Toaster } from './toaster.tsx';

interface UiProviderProps {
  /** The router's link; without it primitives draw plain anchors. */
  linkComponent?: LinkComponent;
  children: ReactNode;
}

/** Everything a primitive needs around it: theme, document rules, fonts, links, toasts. */
export function UiProvider({ linkComponent = 'a', children }: UiProviderProps) {
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <LinkContext value={linkComponent}>{children}</LinkContext>
      <Toaster />
    </ThemeProvider>
  );
}
