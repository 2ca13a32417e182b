import { mdiTextBoxSearchOutline } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { Panel } from '../layout/panel.tsx';
import { styled } from '../theme/styled.ts';
import { TextAreaField } from './text-field.tsx';

interface PastePanelProps {
  label: string;
  /** Kept while its faults are corrected. */
  pasted: string;
  onPasted: (text: string) => void;
  placeholder?: string;
  action: string;
  disabledReason: string | null;
  onAction: () => void;
}

const Frame = styled(Panel)({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 12,
  padding: 16,
});
const Whole = styled('div')({ width: '100%' });

/** The content of a file as pasted text. */
export function PastePanel({
  label,
  pasted,
  onPasted,
  placeholder,
  action,
  disabledReason,
  onAction,
}: PastePanelProps) {
  return (
    <Frame aria-label={label}>
      <Whole>
        <TextAreaField
          label="Or paste it"
          mono
          rows={6}
          spellCheck={false}
          placeholder={placeholder}
          value={pasted}
          onChange={(event) => onPasted(event.target.value)}
        />
      </Whole>
      <ActionButton icon={mdiTextBoxSearchOutline} disabledReason={disabledReason} onClick={onAction}>
        {action}
      </ActionButton>
    </Frame>
  );
}
