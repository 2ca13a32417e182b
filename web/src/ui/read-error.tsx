import { mdiRefresh } from '@mdi/js';
import { ActionButton } from './action-button.tsx';
import { StatePanel } from './state-panel.tsx';

interface ReadErrorProps {
  /** What could not be read. */
  title: string;
  messages: readonly string[];
  requestId: string | null | undefined;
  retrying: boolean;
  onRetry: () => void;
  framed?: boolean;
}

/** Something could not be read: why, the request id to quote, and another try. */
export function ReadError({ title, messages, requestId, retrying, onRetry, framed = false }: ReadErrorProps) {
  return (
    <StatePanel
      framed={framed}
      tone="error"
      title={title}
      requestId={requestId}
      actions={
        <ActionButton variant="primary" icon={mdiRefresh} pending={retrying} onClick={onRetry}>
          Retry
        </ActionButton>
      }
    >
      {messages.join(' ')}
    </StatePanel>
  );
}
