import { mdiRefresh } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';

interface ChoicesErrorProps {
  message: string;
  retrying: boolean;
  onRetry: () => void;
}

/** The tenants to choose from are missing; what is saved can be seen and removed all the same. */
export function ChoicesError({ message, retrying, onRetry }: ChoicesErrorProps) {
  return (
    <Banner
      meaning="bad"
      live
      title="The tenants to choose from could not be read."
      action={
        <ActionButton size="small" icon={mdiRefresh} pending={retrying} onClick={onRetry}>
          Retry
        </ActionButton>
      }
    >
      {message}
    </Banner>
  );
}
