import { mdiFileTreeOutline } from '@mdi/js';
import { planInventory } from '@mission-control/contract/inventory/calls';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { DropZone } from '../../../ui/field/drop-zone.tsx';
import { PastePanel } from '../../../ui/field/paste-panel.tsx';

interface ImportSourceProps {
  /** The pasted text, kept while its faults are corrected. */
  pasted: string;
  onPasted: (text: string) => void;
  onFile: (file: File) => void;
}

/** An inventory as a file, dropped or chosen, or as pasted text. */
export function ImportSource({ pasted, onPasted, onFile }: ImportSourceProps) {
  const refusal = useRoleRefusal(planInventory, 'import a fleet');
  return (
    <>
      <DropZone
        label="Inventory"
        title="Drop an inventory here"
        icon={mdiFileTreeOutline}
        inputLabel="Inventory file"
        accept=".json,.yaml,.yml"
        disabledReason={refusal}
        onFile={onFile}
      >
        JSON or YAML, up to 12 MB. It is compared with the console, and nothing changes until you apply it.
      </DropZone>
      <PastePanel
        label="Pasted inventory"
        pasted={pasted}
        onPasted={onPasted}
        action="Plan the text"
        disabledReason={refusal ?? (pasted.trim() === '' ? 'Paste an inventory first' : null)}
        onAction={() => onFile(new File([pasted], 'pasted.yaml', { type: 'text/plain' }))}
      />
    </>
  );
}
