import { mdiRefresh } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { StatePanel } from './state-panel.tsx';

export interface ReadErrorProps {
  /** What could not be loaded, as a sentence. */
  title: string;
  /** Why, and the id of the request to quote. */
  error: { readonly messages: readonly string[]; readonly requestId: string | null | undefined };
  retrying: boolean;
  onRetry: () => void;
  framed?: boolean;
}

/** A failed read: the reason, the request id and a retry. */
export function ReadError({ title, error, retrying, onRetry, framed = false }: ReadErrorProps) {
  return (
    <StatePanel
      framed={framed}
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
