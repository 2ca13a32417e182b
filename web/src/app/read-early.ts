import { readEarly } from '../lib/api/early-read.ts';
import { TOKEN } from '../lib/api/credentials.ts';

// The list of tenants is by far the largest answer, and the first thing that most people open. It travels together with its page
// while the app is still starting.
if (location.pathname === '/tenant') {
  readEarly('/api/tenant', sessionStorage.getItem(TOKEN));
  // Whoever opens the page hears of a failure.
  import('../features/tenants/pages/tenant-list-page.tsx').catch(() => undefined);
}
