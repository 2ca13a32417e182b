import { mdiFileTreeOutline, mdiTextBoxSearchOutline } from '@mdi/js';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DropZone } from '../../../ui/field/drop-zone.tsx';
import { TextAreaField } from '../../../ui/field/text-field.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';

interface ImportSourceProps {
  /** The pasted text, kept while its faults are corrected. */
  pasted: string;
  onPasted: (text: string) => void;
  onFile: (file: File) => void;
}

const Paste = styled(Panel)({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 12,
  padding: 16,
  '& > :first-of-type': { width: '100%' },
});

/** An inventory as a file, dropped or chosen, or as pasted text. */
export function ImportSource({ pasted, onPasted, onFile }: ImportSourceProps) {
  return (
    <>
      <DropZone
        label="Inventory"
        title="Drop an inventory here"
        icon={mdiFileTreeOutline}
        inputLabel="Inventory file"
        accept=".json,.yaml,.yml"
        disabledReason={null}
        onFile={onFile}
      >
        JSON or YAML, up to 12 MB. It is compared with the console, and nothing changes before you apply it.
      </DropZone>
      <Paste aria-label="Pasted inventory">
        <TextAreaField
          label="Or paste it"
          mono
          rows={6}
          spellCheck={false}
          value={pasted}
          onChange={(event) => onPasted(event.target.value)}
        />
        <ActionButton
          icon={mdiTextBoxSearchOutline}
          disabledReason={pasted.trim() === '' ? 'Paste an inventory first' : null}
          onClick={() => onFile(new File([pasted], 'pasted.yaml', { type: 'text/plain' }))}
        >
          Plan the text
        </ActionButton>
      </Paste>
    </>
  );
}
