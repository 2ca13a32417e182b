import { mdiHistory, mdiLockOutline, mdiRocketLaunchOutline } from '@mdi/js';
import { releaseEnvLabel } from '@mission-control/contract/releases/catalogue';
import { deployRefusal, lockHeld } from '@mission-control/contract/releases/rules';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { styled } from '../../../ui/styled.ts';
import { color } from '../../../ui/tokens.ts';
import { rollbackOf } from '../release-targets.ts';
import type { useDeployPage } from '../use-deploy-page.ts';

const Root = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, flex: 1, gridColumn: '1 / -1' });
const Held = styled('p')({ display: 'flex', gap: 6, fontSize: 12, lineHeight: '16px', color: color.text3 });

/** Deploy, roll back; each says what is missing or who holds the target. */
export function DeployButtons({ page }: { page: ReturnType<typeof useDeployPage> }) {
  const { choice, env, parts, lock, pending, ask } = page;
  const held = lock === null ? null : lockHeld(lock);
  const place = env === null ? '' : ` to ${releaseEnvLabel(env)}`;
  const back = parts === null || choice.service === '' ? null : rollbackOf(parts);
  const unknown = parts === null ? 'What runs there now is not known yet.' : null;
  return (
    <Root>
      <ActionButton
        block
        variant="primary"
        icon={mdiRocketLaunchOutline}
        pending={pending}
        disabledReason={held ?? deployRefusal(choice) ?? unknown}
        onClick={() => ask('deploy', choice.version)}
      >
        Deploy{place}
      </ActionButton>
      {back === null ? null : 'to' in back ? (
        <ActionButton
          block
          icon={mdiHistory}
          disabledReason={pending ? 'A deploy is under way.' : held}
          onClick={() => ask('rollback', back.to)}
        >
          {`Roll back to ${back.to}`}
        </ActionButton>
      ) : (
        <ActionButton block icon={mdiHistory} disabledReason={back.refusal}>
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
