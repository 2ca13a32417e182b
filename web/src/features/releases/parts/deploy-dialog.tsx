import { mdiHistory, mdiRocketLaunchOutline } from '@mdi/js';
import { releaseEnvLabel, releaseService, type ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import type { CurrentVersion } from '@mission-control/contract/releases/schema';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { changesOf } from '../release-targets.ts';
import { MigrationCommands } from './migration-commands.tsx';

interface DeployDialogProps {
  kind: 'deploy' | 'rollback';
  service: string;
  env: ReleaseEnv;
  /** Current versions, by part. */
  parts: readonly CurrentVersion[];
  version: string;
  onConfirm: () => void;
  onClose: () => void;
}

const Strong = styled('strong')({ fontWeight: 600, color: color.text });
const List = styled('ul')({ display: 'flex', flexDirection: 'column', gap: 4, color: color.text });

/** Asks before a deploy or rollback, with the current and the new version. */
export function DeployDialog({ kind, service, env, parts, version, onConfirm, onClose }: DeployDialogProps) {
  const place = `${releaseService(service)?.label ?? service} on ${releaseEnvLabel(env)}`;
  const back = kind === 'rollback';
  return (
    <ConfirmDialog
      open
      title={back ? `Roll back ${place} to ${version}?` : `Deploy ${version} to ${releaseEnvLabel(env)}?`}
      confirmLabel={back ? `Roll back to ${version}` : `Deploy ${version}`}
      confirmIcon={back ? mdiHistory : mdiRocketLaunchOutline}
      tone={back || env === 'prod' ? 'danger' : 'primary'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <List>
        {changesOf(parts, version).map(({ name, from }) => (
          <li key={name}>
            <Change place={name === null ? place : name} from={from} to={version} />
          </li>
        ))}
      </List>
      {back ? (
        <p>This restores the files of {version}. Database changes made by migrations are not reverted.</p>
      ) : (
        <MigrationCommands service={service} env={env} />
      )}
    </ConfirmDialog>
  );
}

function Change({ place, from, to }: { place: string; from: string | null; to: string }) {
  if (from === null)
    return (
      <>
        <Strong>{place}</Strong> gets <Mono>{to}</Mono>. Nothing is deployed there yet.
      </>
    );
  if (from === to)
    return (
      <>
        <Strong>{place}</Strong> has <Mono>{to}</Mono> already, and gets it once more.
      </>
    );
  return (
    <>
      <Strong>{place}</Strong> goes from <Mono>{from}</Mono> to <Mono>{to}</Mono>.
    </>
  );
}
