import type { EditableItem } from '@mission-control/contract/config/rules';
import type { ItemType } from '@mission-control/contract/config/schema';
import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import {
  appliedItem,
  constantType,
  draftFaults,
  draftRemarks,
  EMPTY_ITEM,
  withKey,
  type Draft,
} from '../state/draft.ts';
import { useEditor } from './editor-context.ts';
import { ItemDialogFoot } from './item-dialog-foot.tsx';
import { NameField } from './name-field.tsx';
import { Quiet } from './layout.ts';
import { TYPE_OPTIONS } from './type-options.ts';
import { ValueField } from './value-field.tsx';
import { WarningLine } from './warning-line.tsx';

interface ItemDialogProps {
  /** The setting to edit; null adds a new one. */
  item: EditableItem | null;
  onClose: () => void;
}

/** Adds or edits one setting; what it applies stays in this tab until Save. */
export function ItemDialog({ item: existing, onClose }: ItemDialogProps) {
  const { editor } = useEditor();
  const [draft, setDraft] = useState<Draft>({ item: existing ?? EMPTY_ITEM, revealed: null });
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { item } = draft;
  const change = (part: Partial<EditableItem>) => setDraft((now) => ({ ...now, item: { ...now.item, ...part } }));
  const { keys, kind } = editor;
  const faults = draftFaults(item, { format: kind.format, local: existing ? [] : editor.local, keys });
  const blocked = faults.key !== null || faults.value !== null;
  const remarks = blocked ? [] : draftRemarks(item, editor.local, editor.keys);
  const description = editor.keys.get(item.key)?.description;
  const longTextTyped = item.type > 3 && item.value !== (existing ?? EMPTY_ITEM).value;
  const apply = () => {
    setTried(true);
    if (blocked) return;
    editor.put(appliedItem(draft, editor.keys));
    onClose();
  };
  return (
    <DialogFrame
      open
      width={item.type === 5 ? 760 : 560}
      title={existing ? `Edit ${item.key}` : 'Add a setting'}
      onClose={() => (longTextTyped ? setLeaving(!leaving) : onClose())}
      onSubmit={apply}
      foot={
        <ItemDialogFoot leaving={leaving} adds={existing === null} onKeep={() => setLeaving(false)} onClose={onClose} />
      }
    >
      {existing ? null : (
        <NameField
          value={item.key}
          error={tried || faults.key?.includes('exists') ? faults.key : null}
          onChange={(key) => setDraft((now) => ({ ...now, item: withKey(now.item, key, editor.keys) }))}
        />
      )}
      {description ? <Quiet>{description}</Quiet> : null}
      <SelectField
        label="Type"
        value={String(constantType(item, editor.keys))}
        options={TYPE_OPTIONS}
        error={existing && tried ? (faults.key ?? undefined) : undefined}
        onChange={(event) => change({ type: Number(event.target.value) as ItemType })}
      />
      <ValueField draft={draft} onDraft={setDraft} error={tried ? faults.value : null} autoFocus={existing !== null} />
      <Checkbox
        label="Export to the servers"
        checked={item.state === 1}
        onChange={(event) => change({ state: event.target.checked ? 1 : 0 })}
      />
      {remarks.map(({ meaning, message }) => (
        <WarningLine key={message} meaning={meaning}>
          {message}
        </WarningLine>
      ))}
      <Quiet>Kept in this tab until Save.</Quiet>
    </DialogFrame>
  );
}
