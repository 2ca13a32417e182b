import { readEarly } from '../lib/api/early-read.ts';
import { TOKEN } from '../lib/api/credentials.ts';

// The tenant list is by far the largest response, and what most users open first. Runs as a script of its own (vite.config.ts), so
// that the list loads in parallel with the app.
if (location.pathname === '/tenant') {
  readEarly('/api/tenant', sessionStorage.getItem(TOKEN));
  // The router reports a failure when it opens the page.
  import('../features/tenants/pages/tenant-list-page.tsx').catch(() => undefined);
}
