import { createContext } from 'react';

/** Has Back close what is open, in place of leaving the page. */
export type CloseOnBack = (open: boolean, close: () => void) => void;

/** The router's; without it Back does what the browser does. */
export const BackContext = createContext<CloseOnBack>(() => undefined);
