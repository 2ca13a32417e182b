import { Global } from '@emotion/react';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { baseline } from './baseline.ts';
import { fontFaces } from './fonts.ts';
import { LinkContext, type LinkComponent } from './link-context.ts';

interface UiProviderProps {
  /** The router's link; without it primitives draw plain anchors. */
  linkComponent?: LinkComponent;
  children: ReactNode;
}

/** Comes right after the first load; messages said before it wait (toast.ts). A failed try is repeated, never fatal. */
async function loadToaster(): Promise<{ default: ComponentType }> {
  try {
    return { default: (await import('./toaster.tsx')).Toaster };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return loadToaster();
  }
}
const Toaster = lazy(loadToaster);

/** Everything a primitive needs around it: document rules, fonts, links, toasts. */
export function UiProvider({ linkComponent = 'a', children }: UiProviderProps) {
  return (
    <>
      <Global styles={[fontFaces, baseline]} />
      <LinkContext value={linkComponent}>{children}</LinkContext>
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  );
}
