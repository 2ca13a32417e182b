import { readEarly } from '../lib/early-read.ts';
import { TOKEN } from '../lib/credentials.ts';

// The list of tenants is by far the largest answer, and the first thing that most people open.
if (location.pathname === '/tenant') readEarly('/api/tenant', sessionStorage.getItem(TOKEN));
