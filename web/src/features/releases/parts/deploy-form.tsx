import { mdiHistory, mdiLockOutline, mdiRocketLaunchOutline } from '@mdi/js';
import { releaseEnvLabel } from '@mission-control/contract/releases/catalogue';
import { confirmNeeded, deployRefusal, lockHeld } from '@mission-control/contract/releases/rules';
import type { CurrentVersion, DeployLock, VersionRow } from '@mission-control/contract/releases/schema';
import type { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';
import { asApp, asEnv, rollbackOf } from '../release-targets.ts';
import type { useDeployChoice } from '../use-deploy-choice.ts';
import { AppField } from './app-field.tsx';
import { EnvironmentField } from './environment-field.tsx';
import { MigrationCommands } from './migration-commands.tsx';
import { ReplacedHelp } from './replaced-help.tsx';
import { ServiceField } from './service-field.tsx';
import { VersionField } from './version-field.tsx';

interface DeployFormProps {
  form: ReturnType<typeof useDeployChoice>;
  versions: readonly VersionRow[] | undefined;
  versionsError: ApiError | null;
  /** What runs now of the chosen service on the chosen environment. */
  parts: readonly CurrentVersion[];
  lock: DeployLock | null;
  /** A deploy of this page is under way. */
  pending: boolean;
  onAsk: (kind: 'deploy' | 'rollback', version: string) => void;
}

const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, flex: 1, gridColumn: '1 / -1' });
const Held = styled('p')({ display: 'flex', gap: 6, fontSize: 12, lineHeight: '16px', color: color.text3 });

/** What to deploy and where; the button says what is missing. */
export function DeployForm({ form, versions, versionsError, parts, lock, pending, onAsk }: DeployFormProps) {
  const { choice } = form;
  const app = asApp(choice.app);
  const env = asEnv(choice.env);
  const placed = choice.service !== '' && env !== null;
  const place = env === null ? '' : ` to ${releaseEnvLabel(env)}`;
  const held = lock === null ? null : lockHeld(lock);
  const back = placed ? rollbackOf(parts) : null;
  return (
    <Card
      title="What to deploy"
      foot={
        <Foot>
          <ActionButton
            block
            variant="primary"
            icon={mdiRocketLaunchOutline}
            pending={pending}
            disabledReason={held ?? deployRefusal(choice)}
            onClick={() => onAsk('deploy', choice.version)}
          >
            Deploy{place}
          </ActionButton>
          {back === null ? null : (
            <ActionButton
              block
              icon={mdiHistory}
              disabledReason={pending ? 'A deploy is under way.' : (held ?? ('refusal' in back ? back.refusal : null))}
              onClick={() => 'to' in back && onAsk('rollback', back.to)}
            >
              {'to' in back ? `Roll back to ${back.to}` : 'Roll back'}
            </ActionButton>
          )}
          {lock === null ? null : (
            <Held>
              <Icon path={mdiLockOutline} size={14} />
              Locked by {lock.owner} until the run ends
            </Held>
          )}
        </Foot>
      }
    >
      <AppField value={choice.app} onChange={form.setApp} />
      <ServiceField app={app} value={choice.service} onChange={form.setService} />
      <EnvironmentField app={app} value={choice.env} onChange={form.setEnv} />
      <VersionField
        missing={missingOf(choice)}
        service={choice.service}
        value={choice.version}
        versions={versions}
        error={versionsError}
        help={placed ? <ReplacedHelp parts={parts} version={choice.version} /> : null}
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
