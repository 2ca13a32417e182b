import { ReadError } from '../../../ui/read-error.tsx';
import { DeployDialog } from '../parts/deploy-dialog.tsx';
import { DeployForm } from '../parts/deploy-form.tsx';
import { LockBanner } from '../parts/lock-banner.tsx';
import { RunOutput } from '../parts/run-output.tsx';
import { ToolLayout } from '../parts/tool-layout.tsx';
import { VersionMatrix } from '../parts/version-matrix.tsx';
import { useDeployPage } from '../use-deploy-page.ts';

/** The tool that brings a version to an environment, and back [DEP-05]. */
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
      {current.error !== null && current.data === undefined ? (
        <ReadError
          framed
          title="The current versions could not be read"
          error={current.error}
          retrying={current.isFetching}
          onRetry={() => void current.refetch()}
        />
      ) : (
        <VersionMatrix
          app={app}
          env={env}
          versions={current.data?.versions ?? []}
          locks={current.data?.locks ?? []}
          loading={current.data === undefined}
        />
      )}
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
