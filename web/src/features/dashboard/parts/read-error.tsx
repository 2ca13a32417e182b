import { mdiRefresh } from '@mdi/js';
import type { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';

interface ReadErrorProps {
  title: string;
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
  framed?: boolean;
}

/** What could not be read, why, and another try. */
export function ReadError({ title, error, retrying, onRetry, framed = false }: ReadErrorProps) {
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
