import { confirmNeeded } from '@mission-control/contract/releases/rules';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { useDeployPage } from '../use-deploy-page.ts';
import { AppField } from './app-field.tsx';
import { DeployButtons } from './deploy-buttons.tsx';
import { EnvironmentField } from './environment-field.tsx';
import { MigrationCommands } from './migration-commands.tsx';
import { ReplacedHelp } from './replaced-help.tsx';
import { ServiceField } from './service-field.tsx';
import { VersionField } from './version-field.tsx';

/** What to deploy and where. */
export function DeployForm({ page }: { page: ReturnType<typeof useDeployPage> }) {
  const { form, choice, app, env, versions, versionsError, parts } = page;
  const placed = choice.service !== '' && env !== null;
  return (
    <Card title="What to deploy" foot={<DeployButtons page={page} />}>
      <AppField value={choice.app} onChange={form.setApp} />
      <ServiceField app={app} value={choice.service} onChange={form.setService} />
      <EnvironmentField app={app} value={choice.env} onChange={form.setEnv} />
      <VersionField
        missing={missingOf(choice)}
        value={choice.version}
        versions={versions}
        error={versionsError}
        help={placed && parts !== null ? <ReplacedHelp parts={parts} version={choice.version} /> : null}
        onChange={form.setVersion}
      />
      {placed ? <MigrationCommands service={choice.service} env={env} /> : null}
      {confirmNeeded(choice.app, choice.env) ? (
        <Checkbox
          label="The translation request has been sent"
          checked={choice.confirm}
          onChange={(event) => form.setConfirm(event.target.checked)}
        />
      ) : null}
    </Card>
  );
}

function missingOf({ app, service, env }: { app: string; service: string; env: string }): string | null {
  if (app === '') return 'Choose an app first';
  if (service === '') return 'Choose a service first';
  return env === '' ? 'Choose an environment first' : null;
}
