import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Row } from './layout.ts';

interface SecretButtonsProps {
  visible: boolean;
  onVisible: (visible: boolean) => void;
  reading: boolean;
  /** Reads the saved value; null once there is a value here. */
  onReveal: (() => void) | null;
  /** Takes the typed value back; null when nothing saved is replaced. */
  onKeep: (() => void) | null;
}

/** What can be done with a hidden value: reveal the saved one, show what is typed, keep the saved one. */
export function SecretButtons({ visible, onVisible, reading, onReveal, onKeep }: SecretButtonsProps) {
  return (
    <Row gap={8}>
      {onReveal ? (
        <ActionButton size="small" icon={mdiEyeOutline} pending={reading} onClick={onReveal}>
          Reveal (recorded in the audit log)
        </ActionButton>
      ) : (
        <ActionButton
          size="small"
          icon={visible ? mdiEyeOffOutline : mdiEyeOutline}
          onClick={() => onVisible(!visible)}
        >
          {visible ? 'Hide' : 'Show'}
        </ActionButton>
      )}
      {onKeep ? (
        <ActionButton size="small" variant="ghost" onClick={onKeep}>
          Keep the saved value
        </ActionButton>
      ) : null}
    </Row>
  );
}
