import { Global } from '@emotion/react';
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { BackContext, type CloseOnBack } from './back-context.ts';
import { baseline } from './baseline.ts';
import { fontFaces } from './fonts.ts';
import { LinkContext, type LinkComponent } from './link-context.ts';

interface UiProviderProps {
  /** The router's link; without it primitives draw plain anchors. */
  linkComponent?: LinkComponent;
  /** The router's way to have Back close a dialog; the same function for good. */
  closeOnBack?: CloseOnBack;
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

const ignoreBack = (): void => undefined;

/** Everything a primitive needs around it: document rules, fonts, links, toasts. */
export function UiProvider({ linkComponent = 'a', closeOnBack = ignoreBack, children }: UiProviderProps) {
  return (
    <>
      <Global styles={[fontFaces, baseline]} />
      <LinkContext value={linkComponent}>
        <BackContext value={closeOnBack}>{children}</BackContext>
      </LinkContext>
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  );
}
