const KEY = 'wantedPath';

/** Keeps where the person wanted to go until the sign-in is done (C-049). */
export function rememberWantedPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** The remembered address inside the console; null when there is none. */
export function wantedPath(): string | null {
  const path = sessionStorage.getItem(KEY);
  // Only an address of this console: `//host` would leave it.
  return path !== null && /^\/(?![/\\])/.test(path) && path !== '/' ? path : null;
}

/** The remembered address, which is forgotten by this call. */
export function takeWantedPath(): string | null {
  const path = wantedPath();
  sessionStorage.removeItem(KEY);
  return path;
}
