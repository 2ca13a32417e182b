import { mdiHistory, mdiLockOutline, mdiRocketLaunchOutline } from '@mdi/js';
import { releaseEnvLabel } from '@mission-control/contract/releases/catalogue';
import { deployRelease, rollBackRelease } from '@mission-control/contract/releases/calls';
import { confirmNeeded, deployRefusal, lockHeld } from '@mission-control/contract/releases/rules';
import type { CurrentVersion, VersionRow } from '@mission-control/contract/releases/schema';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { changesOf, rollbackOf } from '../release-targets.ts';
import type { useDeployPage } from '../use-deploy-page.ts';
import { MigrationCommands } from './migration-commands.tsx';
import { AppField, EnvironmentField, loadFault, loadingOr, ServiceField, versionOptions } from './service-field.tsx';

const Root = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, flex: 1, gridColumn: '1 / -1' });
const Held = styled('p')({ display: 'flex', gap: 6, fontSize: 12, lineHeight: '16px', color: color.text3 });

/** Deploy and roll back, each stating what is missing or who holds the target. */
function DeployButtons({ page }: { page: ReturnType<typeof useDeployPage> }) {
  const { choice, env, parts, lock, pending, ask } = page;
  const deployRole = useRoleRefusal(deployRelease, 'deploy');
  const rollbackRole = useRoleRefusal(rollBackRelease, 'roll back');
  const held = lock === null ? null : lockHeld(lock);
  const place = env === null ? '' : ` to ${releaseEnvLabel(env)}`;
  const back = parts === null || choice.service === '' ? null : rollbackOf(parts);
  const unknown = parts === null ? 'The current version there is not known yet' : null;
  return (
    <Root>
      <ActionButton
        block
        variant="primary"
        icon={mdiRocketLaunchOutline}
        pending={pending}
        disabledReason={deployRole ?? held ?? deployRefusal(choice) ?? unknown}
        onClick={() => ask('deploy', choice.version)}
      >
        Deploy{place}
      </ActionButton>
      {back === null ? null : 'to' in back ? (
        <ActionButton
          block
          icon={mdiHistory}
          disabledReason={rollbackRole ?? (pending ? 'A deploy is under way' : held)}
          onClick={() => ask('rollback', back.to)}
        >
          {`Roll back to ${back.to}`}
        </ActionButton>
      ) : (
        <ActionButton block icon={mdiHistory} disabledReason={rollbackRole ?? back.refusal}>
          Roll back
        </ActionButton>
      )}
      {lock === null ? null : (
        <Held>
          <Icon path={mdiLockOutline} size={14} />
          Locked by {lock.owner} until the run ends
        </Held>
      )}
    </Root>
  );
}

interface VersionFieldProps {
  /** What to choose first; null when complete. */
  missing: string | null;
  value: string;
  /** Deployable versions; undefined while loading. */
  versions: readonly VersionRow[] | undefined;
  error: ApiError | null;
  help: ReactNode;
  onChange: (version: string) => void;
}

const A_MINUTE = 60_000;

/** Which version, newest first, with its age. */
function VersionField({ missing, value, versions, error, help, onChange }: VersionFieldProps) {
  const now = new Date(useNow(A_MINUTE));
  const options = versionOptions(versions ?? [], now);
  const none = missing === null && versions !== undefined && options.length === 0;
  return (
    <SelectField
      label="Version"
      options={options}
      placeholder={
        missing ?? (none ? 'No version has been created for it yet' : versions ? 'Choose a version' : loadingOr(error))
      }
      disabled={missing !== null || none}
      value={options.some((one) => one.value === value) ? value : ''}
      help={help}
      onChange={(event) => onChange(event.target.value)}
      error={loadFault('versions', error)}
    />
  );
}

/** What a version replaces. */
function ReplacedHelp({ parts, version }: { parts: readonly CurrentVersion[]; version: string }) {
  const changes = changesOf(parts, version);
  const [only] = changes;
  if (changes.length > 1)
    return version === '' ? 'Its services have different versions.' : 'Replaces different versions of its services.';
  if (!only || only.from === null) return 'Nothing is deployed there yet.';
  if (only.from === version) return 'This version is running there now.';
  return (
    <>
      {only.name === null ? '' : `${only.name}: `}
      {version === '' ? 'Runs now: ' : 'Replaces '}
      <Mono small>{only.from}</Mono>
    </>
  );
}

/** What to deploy and where. */
export function DeployForm({ page }: { page: ReturnType<typeof useDeployPage> }) {
  const { form, choice, app, env, versions, versionsError, parts } = page;
  const placed = choice.service !== '' && env !== null;
  return (
    <Card title="What to deploy" footer={<DeployButtons page={page} />}>
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
