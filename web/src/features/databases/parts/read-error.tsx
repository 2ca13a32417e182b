import { mdiRefresh } from '@mdi/js';
import type { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';

interface ReadErrorProps {
  title: string;
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
}

/** What could not be read, why, and another try (C-121). */
export function ReadError({ title, error, retrying, onRetry }: ReadErrorProps) {
  return (
    <StatePanel
      tone="error"
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
