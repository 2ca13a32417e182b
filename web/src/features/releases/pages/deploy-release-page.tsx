import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReadError } from '../../../ui/read-error.tsx';
import { DeployDialog } from '../parts/deploy-dialog.tsx';
import { DeployForm } from '../parts/deploy-form.tsx';
import { LockBanner } from '../parts/lock-banner.tsx';
import { RunOutput } from '../parts/run-output.tsx';
import { ToolLayout } from '../parts/tool-layout.tsx';
import { VersionMatrix } from '../parts/version-matrix.tsx';
import { currentVersionsQuery, versionsOf } from '../queries.ts';
import { asApp, asEnv, lockAt, versionsAt } from '../release-targets.ts';
import { useClickRun } from '../use-click-run.ts';
import { useDeploy } from '../use-deploy.ts';
import { useDeployChoice } from '../use-deploy-choice.ts';
import { useShownRun } from '../use-shown-run.ts';

/** What is asked about in the dialog. */
interface Asked {
  kind: 'deploy' | 'rollback';
  version: string;
}

/** The tool that brings a version to an environment, and back [DEP-05]. */
export function DeployReleasePage() {
  const form = useDeployChoice();
  const app = asApp(form.choice.app);
  const env = asEnv(form.choice.env);
  const { service } = form.choice;
  const current = useQuery(currentVersionsQuery);
  const versions = useQuery({ ...versionsOf(app ?? 'coursepro', env ?? 'qa'), enabled: app !== null && env !== null });
  const parts = env === null ? [] : versionsAt(service, env, current.data?.versions ?? []);
  const lock = env === null ? null : lockAt(service, env, current.data?.locks ?? []);
  const deploy = useDeploy();
  const [asked, setAsked] = useState<Asked | null>(null);
  const clicked = useClickRun(form.click, deploy.isPending);
  const run = useShownRun(`${service} ${env}`, lock?.run_id ?? null, clicked?.id ?? null);
  const known = versions.data?.versions.filter((one) => one.services.includes(service));
  const version = known?.some((one) => one.version === form.choice.version) ? form.choice.version : '';
  const start = () => {
    setAsked(null);
    if (asked === null || app === null || env === null) return;
    const key = crypto.randomUUID();
    form.showClick(key);
    const order = { kind: asked.kind, app, service, env, version: asked.version, confirm: form.choice.confirm, key };
    deploy.mutate(order, { onSuccess: () => form.setConfirm(false) });
  };
  return (
    <ToolLayout
      title="Deploy Release"
      app={form.choice.app}
      banner={lock === null ? null : <LockBanner lock={lock} />}
      form={
        <DeployForm
          form={{ ...form, choice: { ...form.choice, version } }}
          versions={app !== null && env !== null ? versions.data?.versions : undefined}
          versionsError={versions.error}
          parts={parts}
          lock={lock}
          pending={deploy.isPending}
          onAsk={(kind, to) => setAsked({ kind, version: to })}
        />
      }
    >
      {current.error !== null && current.data === undefined ? (
        <ReadError
          framed
          title="The current versions could not be read"
          messages={current.error.messages}
          requestId={current.error.requestId}
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
      <RunOutput run={run} waiting={deploy.isPending} />
      {asked === null || env === null ? null : (
        <DeployDialog
          {...asked}
          service={service}
          env={env}
          parts={parts}
          onConfirm={start}
          onClose={() => setAsked(null)}
        />
      )}
    </ToolLayout>
  );
}
