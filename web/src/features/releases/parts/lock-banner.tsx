import { mdiLock } from '@mdi/js';
import { releaseEnvLabel, releaseService } from '@mission-control/contract/releases/catalogue';
import type { DeployLock } from '@mission-control/contract/releases/schema';
import { Banner } from '../../../ui/banner.tsx';
import { Link } from '../../../ui/link.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';

/** Who deploys to the chosen target just now. */
export function LockBanner({ lock }: { lock: DeployLock }) {
  const { app, service, env, owner, version, since, run_id: run, unseen_since: unseen } = lock;
  const place = [app, releaseService(service)?.label ?? service, releaseEnvLabel(env)];
  return (
    <Banner
      live
      meaning={unseen === null ? 'notice' : 'warn'}
      icon={mdiLock}
      title={`${[...new Set(place)].join(', ')} is locked.`}
      action={<Link href={`/runs/${run}`}>Open run {run}</Link>}
    >
      {owner} started {lock.rollback ? 'a rollback to' : 'a deploy of'} {version} there <RelativeTime at={since} />.{' '}
      {unseen === null
        ? 'The lock is released when the run ends.'
        : 'Nobody can see whether it still runs: open the run to release its lock.'}
    </Banner>
  );
}
