import { ActionButton } from '../../../ui/action-button.tsx';
import { Spring } from './layout.ts';

interface ItemDialogFootProps {
  /** Asks first: a stray Esc or click must not cost a page of code. */
  leaving: boolean;
  adds: boolean;
  onKeep: () => void;
  onClose: () => void;
}

/** Cancel and Apply, or the question whether to drop what was typed. */
export function ItemDialogFoot({ leaving, adds, onKeep, onClose }: ItemDialogFootProps) {
  if (!leaving) {
    return (
      <>
        <ActionButton onClick={onClose}>Cancel</ActionButton>
        <ActionButton variant="primary" type="submit">
          {adds ? 'Add' : 'Apply'}
        </ActionButton>
      </>
    );
  }
  return (
    <>
      <Spring role="status" style={{ alignSelf: 'center' }}>
        Discard what you typed?
      </Spring>
      <ActionButton variant="danger" onClick={onClose}>
        Discard
      </ActionButton>
      <ActionButton variant="primary" autoFocus onClick={onKeep}>
        Keep editing
      </ActionButton>
    </>
  );
}
