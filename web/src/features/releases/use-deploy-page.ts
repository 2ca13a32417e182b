import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runOfFailure } from '../../lib/run-of-failure.ts';
import { useRunOfClick } from '../../lib/use-run-of-click.ts';
import { currentVersionsQuery, versionsOf } from './queries.ts';
import { asApp, asEnv, lockAt, versionsAt } from './release-targets.ts';
import { useDeploy } from './use-deploy.ts';
import { useDeployChoice } from './use-deploy-choice.ts';
import { useShownRun } from './use-shown-run.ts';

/** What is asked about in the dialog. */
interface Asked {
  kind: 'deploy' | 'rollback';
  version: string;
}

/** What the deploy page shows and does: the choice, what runs at its target, who holds that, and the run to watch. */
export function useDeployPage() {
  const form = useDeployChoice();
  const { choice } = form;
  const [app, env, service] = [asApp(choice.app), asEnv(choice.env), choice.service];
  const current = useQuery(currentVersionsQuery);
  const placed = app !== null && env !== null;
  const listed = useQuery({ ...versionsOf(app ?? 'coursepro', env ?? 'qa'), enabled: placed });
  const versions = placed ? listed.data?.versions.filter((one) => one.services.includes(service)) : undefined;
  const lock = env === null ? null : lockAt(service, env, current.data?.locks ?? []);
  const deploy = useDeploy();
  const [asked, setAsked] = useState<Asked | null>(null);
  const clicked = useRunOfClick(form.click, deploy.isPending);
  const confirm = () => {
    setAsked(null);
    if (asked === null || app === null || env === null) return;
    const key = crypto.randomUUID();
    form.showClick(key);
    const order = { ...asked, app, service, env, confirm: choice.confirm, key };
    deploy.mutate(order, { onSuccess: () => form.setConfirm(false) });
  };
  return {
    form,
    app,
    env,
    current,
    versions,
    versionsError: listed.error,
    // A version of the address counts once it is known that the service can get it.
    choice: { ...choice, version: versions?.some((one) => one.version === choice.version) ? choice.version : '' },
    /** What runs now at the target; null while that is not known. */
    parts: env === null || !current.data ? null : versionsAt(service, env, current.data.versions),
    lock,
    run: useShownRun(`${service} ${choice.env}`, lock?.run_id ?? null, clicked?.id ?? runOfFailure(deploy.error)),
    pending: deploy.isPending || clicked?.outcome === 'running',
    /** What a failure brought that no run is known of. */
    output: deploy.error?.output,
    asked,
    ask: (kind: Asked['kind'], version: string) => setAsked({ kind, version }),
    confirm,
    cancel: () => setAsked(null),
  } as const;
}
