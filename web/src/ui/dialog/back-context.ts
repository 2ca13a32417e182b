import { createContext } from 'react';

/** Makes Back close an open dialog instead of leaving the page. */
export type CloseOnBack = (open: boolean, close: () => void) => void;

/** Provided by the router; without it Back behaves as in the browser. */
export const BackContext = createContext<CloseOnBack>(() => undefined);
