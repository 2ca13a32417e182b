import type { DriftRow } from '@mission-control/contract/config/drift';
import { countText } from '@mission-control/contract/numbers';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { Quiet, Stack } from '../editor/layout.ts';
import { changedHost, configName, SETTLE_WORDS, useSettling, type Settling } from './use-settling.ts';

const EFFECTS = {
  'take-over':
    'The settings of the file on the servers become the next revision, which counts as committed. Secrets are encrypted. Nothing is written to a server.',
  commit: 'The saved config of the console replaces the file on every server of the service.',
} as const;

interface SettleDialogProps {
  how: Settling;
  rows: readonly DriftRow[];
  onClose: () => void;
}

/** Takes over or commits these configs after a confirmation, and reports those that failed. Closing it while it works only stops it. */
export function SettleDialog({ how, rows, onClose }: SettleDialogProps) {
  const { start, stop, progress, outcome } = useSettling(how, rows.length);
  const { verb, icon } = SETTLE_WORDS[how];
  const working = progress !== null;
  const lossy = outcome?.failures.filter(({ losses }) => losses.length > 0).map(({ row }) => row) ?? [];
  const [first] = rows;
  const source = first === undefined || rows.length > 1 ? undefined : changedHost(first);
  const subject = rows.length === 1 && first ? configName(first) : countText(rows.length, 'config');
  const close = working ? stop : onClose;
  const settleAll = () => start({ rows, accept: false });
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={outcome?.text ?? `${verb} ${subject}?`}
      onClose={close}
      footer={
        <>
          <ActionButton pending={progress?.stopping ?? false} onClick={close}>
            {working ? 'Stop' : outcome ? 'Close' : 'Cancel'}
          </ActionButton>
          {outcome === null ? (
            <ActionButton variant="primary" icon={icon} pending={working} onClick={settleAll}>
              {verb}
            </ActionButton>
          ) : lossy.length > 0 ? (
            <ActionButton variant="danger" pending={working} onClick={() => start({ rows: lossy, accept: true })}>
              {`Take over ${countText(lossy.length, 'config')} anyway`}
            </ActionButton>
          ) : null}
        </>
      }
    >
      <Stack gap={12}>
        {outcome === null ? <p>{EFFECTS[how]}</p> : null}
        {how === 'take-over' && source !== undefined && outcome === null ? <p>{`From ${source}.`}</p> : null}
        {working ? <Quiet role="status">{`${progress.done} of ${progress.of}`}</Quiet> : null}
        {outcome?.untouched && !working ? <p>{outcome.untouched}</p> : null}
        {outcome?.failures.map(({ row, message, losses, hosts }) => (
          <Banner key={configName(row)} meaning={losses.length > 0 ? 'warn' : 'bad'} title={configName(row)}>
            {losses.length > 0 ? losses.join(' ') : message}
            {hosts.map((host) => (
              <ActionButton
                key={host}
                size="small"
                pending={working}
                onClick={() => start({ rows: [row], accept: false, from: host })}
              >
                {`Take over from ${host}`}
              </ActionButton>
            ))}
          </Banner>
        ))}
      </Stack>
    </DialogFrame>
  );
}
