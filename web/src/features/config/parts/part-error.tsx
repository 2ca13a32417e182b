import { mdiRefresh } from '@mdi/js';
import { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';

interface PartErrorProps {
  /** What could not be read, as the start of a sentence. */
  what: string;
  error: Error;
  onRetry: () => void;
  framed?: boolean;
}

/** A part that could not be read: what, why, Retry, and the request id to quote. */
export function PartError({ what, error, onRetry, framed = false }: PartErrorProps) {
  return (
    <StatePanel
      tone="error"
      framed={framed}
      title={`${what} could not be read`}
      requestId={error instanceof ApiError ? error.requestId : null}
      actions={
        <ActionButton variant="primary" icon={mdiRefresh} onClick={onRetry}>
          Retry
        </ActionButton>
      }
    >
      {error.message}
    </StatePanel>
  );
}
