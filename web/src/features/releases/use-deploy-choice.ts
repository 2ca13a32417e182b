import {
  chooseApp,
  chooseEnv,
  chooseService,
  confirmNeeded,
  type DeployChoice,
} from '@mission-control/contract/releases/rules';
import { useState } from 'react';
import { asApp, asEnv, asService } from './release-targets.ts';
import { useReleaseSearch } from './use-release-search.ts';

/** What is chosen to be deployed, kept in the address but for the tick; choosing clears what the documents say [DEP-09, DEP-10]. */
export function useDeployChoice() {
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
    // The output of another target says nothing about the new one.
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
