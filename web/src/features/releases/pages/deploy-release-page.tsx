import { mdiLock } from '@mdi/js';
import { releaseEnvLabel, releaseService } from '@mission-control/contract/releases/catalogue';
import type { DeployLock } from '@mission-control/contract/releases/schema';
import { releaseRun } from '@mission-control/contract/runs/calls';
import { pathTo } from '../../../lib/address/path-to.ts';
import { useReadRefusal } from '../../../lib/role-refusal.ts';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { DeployDialog } from '../parts/deploy-dialog.tsx';
import { DeployForm } from '../parts/deploy-form.tsx';
import { RunOutput, ToolLayout } from '../parts/tool-layout.tsx';
import { VersionMatrix } from '../parts/version-matrix.tsx';
import { useDeployPage } from '../use-deploy-page.ts';

/** Who is deploying to the chosen target. */
function LockBanner({ lock }: { lock: DeployLock }) {
  const { app, service, env, owner, version, since, run_id: run, unseen_since: unseen } = lock;
  const refusal = useReadRefusal(releaseRun, 'release its lock');
  const place = [app, releaseService(service)?.label ?? service, releaseEnvLabel(env)];
  return (
    <Banner
      live
      meaning={unseen === null ? 'notice' : 'warn'}
      icon={mdiLock}
      title={`${[...new Set(place)].join(', ')} is locked.`}
      action={<Link href={pathTo('/runs/$id', { id: run })}>Open run {run}</Link>}
    >
      {owner} started {lock.rollback ? 'a rollback to' : 'a deploy of'} {version} there <RelativeTime at={since} />.{' '}
      {unseen === null
        ? 'The lock is released when the run ends.'
        : `It is unknown whether it is still running: ${refusal ?? 'open the run to release its lock.'}`}
    </Banner>
  );
}

/** The tool that deploys a version to an environment, or rolls it back [DEP-05]. */
export function DeployReleasePage() {
  const page = useDeployPage();
  const { app, env, current, choice, parts, lock, asked } = page;
  return (
    <ToolLayout
      title="Deploy Release"
      app={choice.app}
      banner={lock === null ? null : <LockBanner lock={lock} />}
      form={<DeployForm page={page} />}
    >
      <VersionMatrix app={app} env={env} query={current} />
      <RunOutput run={page.run} waiting={page.pending} output={page.output} />
      {asked === null || env === null || parts === null ? null : (
        <DeployDialog
          {...asked}
          service={choice.service}
          env={env}
          parts={parts}
          onConfirm={page.confirm}
          onClose={page.cancel}
        />
      )}
    </ToolLayout>
  );
}
