import { mdiRefresh } from '@mdi/js';
import type { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';

interface QueryErrorProps {
  /** What could not be read, as a sentence. */
  title: string;
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
  framed?: boolean;
}

/** What failed, why, and another try; the request id to quote. */
export function QueryError({ title, error, retrying, onRetry, framed = false }: QueryErrorProps) {
  return (
    <StatePanel
      tone="error"
      framed={framed}
      title={title}
      requestId={error.requestId}
      actions={
        <ActionButton variant="primary" icon={mdiRefresh} pending={retrying} onClick={onRetry}>
          Retry
        </ActionButton>
      }
    >
      {error.messages.join(' ')}
    </StatePanel>
  );
}
