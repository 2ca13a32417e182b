import { verifyAudit, type AuditCheck } from '@mission-control/contract/audit/calls';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { StateBox } from '../../../ui/layout/state-box.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';

const Bar = styled('div')({
  height: 4,
  borderRadius: 2,
  overflow: 'hidden',
  background: color.inset,
  '& > i': { display: 'block', height: '100%', background: color.accentFill },
});

/** The lines of a check as they arrive; a line may be split between chunks. */
async function* checksOf(response: Response): AsyncGenerator<AuditCheck> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return;
    const lines = (rest + piece.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as AuditCheck;
  }
}

function useVerification(): { check: AuditCheck | null; error: string | null } {
  const [check, setCheck] = useState<AuditCheck | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const follow = async () => {
      const response = await api.open(verifyAudit, {}, { signal: end.signal });
      let last: AuditCheck | null = null;
      for await (const next of checksOf(response)) setCheck((last = next));
      if (last?.fault === undefined) setError('The connection was lost before the end. Try again.');
    };
    follow().catch((failure: unknown) => {
      if (!end.signal.aborted)
        setError(failure instanceof ApiError ? failure.message : 'The connection was lost before the end. Try again.');
    });
    return () => end.abort();
  }, []);
  return { check, error };
}

/** Verifies the whole chain of events on the server, and shows the progress and the result. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const { check, error } = useVerification();
  const fault = check?.fault;
  const isOver = error !== null || fault !== undefined;
  const share = check === null || check.total === 0 ? 0 : check.checked / check.total;
  return (
    <DialogFrame
      open
      title="Verify the audit log"
      onClose={onClose}
      footer={
        <ActionButton variant={isOver ? 'primary' : 'secondary'} autoFocus onClick={onClose}>
          {isOver ? 'Done' : 'Cancel'}
        </ActionButton>
      }
    >
      <p>
        Each event carries a hash over itself and the event before it, and each hour the newest hash is signed and kept
        outside the database. An event that was changed, moved or removed afterwards does not fit.
      </p>
      <div role="status">
        {error !== null ? (
          <StateBox meaning="bad" title="The check did not finish" detail={error} />
        ) : fault === undefined ? (
          `${countText(check?.checked ?? 0, 'event')} of ${numberText(check?.total ?? 0)} checked`
        ) : fault === null ? (
          <StateBox
            meaning="good"
            title="The audit log is intact"
            detail={`${countText(check?.checked ?? 0, 'event')} and ${countText(check?.checkpoints ?? 0, 'signed checkpoint')} checked`}
          />
        ) : (
          <StateBox meaning="bad" title="The audit log was altered" detail={fault} />
        )}
      </div>
      {isOver ? null : (
        <Bar
          role="progressbar"
          aria-label="Checked events"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
        >
          <i style={{ width: `${share * 100}%` }} />
        </Bar>
      )}
    </DialogFrame>
  );
}
