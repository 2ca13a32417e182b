import { systemCtx, type Services } from '../../platform/context.ts';
import type { JobKind } from '../../platform/jobs/jobs.ts';
import { purgeProvided } from './single-sign-on/queries-identities.ts';
import { purgeChallenges } from './passkeys/queries-passkeys.ts';
import { wipeSuccessors } from './sessions/queries-refresh.ts';
import { purgeSessions } from './sessions/queries-sessions.ts';
import { purgeCounters } from './queries-throttle.ts';
import { purgePeople } from './people/people.ts';
import { purgeLinks } from './people/queries-people.ts';
import { GRACE_MS } from './sessions/refresh-tokens.ts';
import { liveAt } from './sessions/sessions.ts';
import { rotateSigningKey } from './sessions/signing-keys.ts';
import { purgeTokens } from './tokens/queries-tokens.ts';
import { QUIET_MS } from './throttle.ts';

/** Expired API tokens stay listed for so long. */
const KEEP_EXPIRED_MS = 30 * 24 * 60 * 60_000;

/** Purges expired rows and rotates the signing key. */
export function authJobs(services: Services): JobKind<object>[] {
  return [
    {
      name: 'auth.purge',
      // Frequent, because repeatable refresh tokens stay stored (encrypted) until it has run.
      schedule: '*/5 * * * *',
      run: async () => {
        const now = services.clock.now();
        await purgeSessions(services.db, liveAt(now));
        await purgeLinks(services.db, now);
        await purgeTokens(services.db, new Date(now.getTime() - KEEP_EXPIRED_MS));
        await purgeProvided(services.db, now);
        await purgeChallenges(services.db, now);
        await purgePeople(systemCtx(services, 'purge-people'));
        await purgeCounters(services.db, new Date(now.getTime() - QUIET_MS));
        await wipeSuccessors(services.db, new Date(now.getTime() - GRACE_MS));
      },
    },
    {
      name: 'auth.rotate-signing-key',
      schedule: '17 3 * * *',
      run: () => rotateSigningKey(systemCtx(services, 'rotate-signing-key')),
    },
  ];
}
