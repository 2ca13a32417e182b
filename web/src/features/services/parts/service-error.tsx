import { mdiRefresh } from '@mdi/js';
import type { Service } from '@mission-control/contract/services/catalogue';
import type { ApiError } from '../../../lib/api-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';

interface ServiceErrorProps {
  service: Service;
  error: ApiError;
  retrying: boolean;
  onRetry: () => void;
}

/** The tenant could not be read: why, and another try; the request id to quote. */
export function ServiceError({ service, error, retrying, onRetry }: ServiceErrorProps) {
  return (
    <StatePanel
      framed
      tone="error"
      title={`The ${service.displayName} settings could not be read`}
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
