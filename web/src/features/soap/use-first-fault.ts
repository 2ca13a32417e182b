import { useEffect } from 'react';

/** Brings the person to the first field that is at fault. @param failure null for none; each one brings there once */
export function useFirstFault(failure: object | null): void {
  useEffect(() => {
    if (failure !== null) document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, [failure]);
}
