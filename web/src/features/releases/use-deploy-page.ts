import { deployRelease, listCurrentVersions, rollBackRelease } from '@mission-control/contract/releases/calls';
import type { ReleaseApp, ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import {
  deployFailed,
  releaseDeployed,
  chooseApp,
  chooseEnv,
  chooseService,
  confirmNeeded,
  type DeployChoice,
} from '@mission-control/contract/releases/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../lib/api/query.ts';
import { runOfFailure } from '../../lib/run/run-outcome.ts';
import { useRunOfClick } from '../../lib/run/use-run-of-click.ts';
import { toastFailure } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { asApp, asEnv, lockAt, versionsAt, versionsOf, asService } from './release-targets.ts';
import { useReleaseSearch } from './use-release-search.ts';

/** The deploy choice, kept in the address except the tick; choosing clears dependent fields [DEP-09, DEP-10]. */
function useDeployChoice() {
  const [url, write] = useReleaseSearch();
  const app = asApp(url.app) ?? '';
  // An app without a list of services is its own service (C-100).
  const service = asService(app, url.service)?.value ?? chooseApp(app).service;
  const env = asEnv(url.env) ?? '';
  const [ticked, setTicked] = useState(false);
  const confirm = ticked && confirmNeeded(app, env);
  const choice: DeployChoice = { app, service, env, version: url.version ?? '', confirm };
  const choose = ({ confirm: tick, ...place }: DeployChoice) => {
    setTicked(tick);
    // The previous target's output does not apply to the new one.
    const same = place.app === app && place.service === service && place.env === env;
    write(same ? place : { ...place, click: undefined });
  };
  return {
    choice,
    click: url.click ?? null,
    showClick: (click: string) => write({ click }),
    setApp: (value: string) => choose(chooseApp(value)),
    setService: (value: string) => choose(chooseService(choice, value)),
    setEnv: (value: string) => choose(chooseEnv(choice, value)),
    setVersion: (version: string) => choose({ ...choice, version }),
    setConfirm: setTicked,
  };
}

/** A confirmed deploy or rollback. */
interface ConfirmedDeploy {
  kind: 'deploy' | 'rollback';
  app: ReleaseApp;
  service: string;
  env: ReleaseEnv;
  version: string;
  /** The translation request has been sent. */
  confirm: boolean;
  /** Idempotency key of the click. */
  key: string;
}

function start({ kind, key, confirm, ...target }: ConfirmedDeploy) {
  if (kind === 'rollback') return api.start(rollBackRelease, { body: target }, key);
  return api.start(deployRelease, { body: { release: confirm ? { ...target, confirm } : target } }, key);
}

/** Deploys or rolls back and reports the result [DEP-11, DEP-12]; then refetches the versions [DEP-08]. */
function useDeploy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    // Without a response the run goes on, and its end is reported on any page.
    onSuccess: ({ answer }, { version, env }) => answer && toast.success(releaseDeployed(version, env)),
    onError: (error) => toastFailure(error, (reason) => deployFailed(reason || '?')),
    onSettled: () => invalidateTopics(client, [TOPIC.releases, TOPIC.runs]),
  });
}

/**
 * The run whose output is shown: the one that holds the target's lock or, after its end, the newer of that run and the one the user started.
 * @param target a new target discards the previous run
 */
function useShownRun(target: string, holding: number | null, started: number | null): number | null {
  const [seen, setSeen] = useState({ target, run: holding });
  if (seen.target !== target || (holding !== null && seen.run !== holding)) setSeen({ target, run: holding });
  const newest = Math.max(started ?? 0, seen.target === target ? (seen.run ?? 0) : 0);
  return holding ?? (newest === 0 ? null : newest);
}

/** What the dialog asks to confirm. */
interface Asked {
  kind: 'deploy' | 'rollback';
  version: string;
}

/** State and actions of the deploy page: the choice, the target's versions and lock, and the run to watch. */
export function useDeployPage() {
  const form = useDeployChoice();
  const { choice } = form;
  const [app, env, service] = [asApp(choice.app), asEnv(choice.env), choice.service];
  const current = useQuery(queryOf(listCurrentVersions, { query: {} }));
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
    // A version from the address applies once it is known to be deployable.
    choice: { ...choice, version: versions?.some((one) => one.version === choice.version) ? choice.version : '' },
    /** Current versions at the target; null while unknown. */
    parts: env === null || !current.data ? null : versionsAt(service, env, current.data.versions),
    lock,
    run: useShownRun(`${service} ${choice.env}`, lock?.run_id ?? null, clicked?.id ?? runOfFailure(deploy.error)),
    pending: deploy.isPending || clicked?.outcome === 'running',
    /** Output of a failure without a known run. */
    output: deploy.error?.output,
    asked,
    ask: (kind: Asked['kind'], version: string) => setAsked({ kind, version }),
    confirm,
    cancel: () => setAsked(null),
  } as const;
}
