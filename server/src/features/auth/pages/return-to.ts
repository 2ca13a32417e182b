const HERE = 'https://here.invalid';

/**
 * The path to open after a sign-in: within this console, or `/`. Exactly one leading slash; nothing that a browser could read as another
 * host, before or after normalization (`/.//evil.example` becomes `//evil.example`).
 */
export function safeReturnTo(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2048 || !isLocal(wanted) || !URL.canParse(wanted, HERE)) return '/';
  const url = new URL(wanted, HERE);
  const tidy = url.pathname + url.search + url.hash;
  const loops = url.pathname === '/auth' || url.pathname.startsWith('/auth/');
  return url.origin === HERE && isLocal(tidy) && !loops ? tidy : '/';
}

const isLocal = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path);

const SCREENS: ReadonlyMap<string, string> = new Map([
  ['dashboard', 'Dashboard'],
  ['monitor', 'Monitor'],
  ['cron', 'Cron Statistics'],
  ['tenant', 'Tenants'],
  ['environment', 'Environment'],
  ['database', 'Databases'],
  ['tools', 'Tools'],
  ['about', 'About'],
]);

/** Name of the screen of a path, as in the navigation; undefined for any other path. */
export function screenOf(path: string): string | undefined {
  return SCREENS.get(/^\/([^/?#]+)/.exec(path)?.[1] ?? '');
}
