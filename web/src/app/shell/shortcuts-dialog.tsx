import { ActionButton } from '../../ui/action/action-button.tsx';
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, narrow } from '../../ui/theme/tokens.ts';

const KEYS = [
  { keys: ['Ctrl', 'K'], does: 'Find a tenant, a page or an action (on a Mac: Cmd and K)' },
  { keys: ['/'], does: "Go to the page's own search" },
  { keys: ['Up', 'Down'], does: 'Move through the rows of a table' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Page Up', 'Page Down'], does: 'Turn the pages of a table' },
  { keys: ['Esc'], does: 'Close a panel, a dialog or a menu' },
] as const;

const Keys = styled('dl')({
  fontSize: 13,
  '& > div': { display: 'grid', gridTemplateColumns: '150px minmax(0,1fr)', gap: 12, padding: '5px 0' },
  '& dt': { display: 'flex', alignItems: 'flex-start', flexWrap: 'wrap', gap: 4 },
  [narrow]: { '& > div': { gridTemplateColumns: '88px minmax(0,1fr)' } },
  '& kbd': {
    padding: '0 6px',
    border: `1px solid ${color.lineStrong}`,
    borderRadius: 4,
    background: color.surface,
    font: 'inherit',
    fontSize: 12,
    color: color.text,
  },
});

/** The keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame
      open
      title="Keyboard shortcuts"
      onClose={onClose}
      footer={
        <ActionButton variant="primary" onClick={onClose}>
          Close
        </ActionButton>
      }
    >
      <Keys>
        {KEYS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </Keys>
    </DialogFrame>
  );
}
