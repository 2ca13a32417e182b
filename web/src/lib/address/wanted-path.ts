const KEY = 'wantedPath';

/** Remembers the requested path until sign-in completes (C-049). */
export function rememberWantedPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** The remembered path inside the console, or null. */
export function wantedPath(): string | null {
  const path = sessionStorage.getItem(KEY);
  // Reject addresses outside this console, such as `//host`.
  return path !== null && /^\/(?![/\\])/.test(path) && path !== '/' ? path : null;
}

/** Returns the remembered path and forgets it. */
export function takeWantedPath(): string | null {
  const path = wantedPath();
  sessionStorage.removeItem(KEY);
  return path;
}
