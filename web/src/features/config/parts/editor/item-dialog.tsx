import { type EditableItem, ITEM_TYPE_LABELS } from '@mission-control/contract/config/rules';
import type { ItemType } from '@mission-control/contract/config/schema';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { DialogFrame, FormFooter } from '../../../../ui/dialog/dialog-frame.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import {
  appliedItem,
  constantType,
  draftFaults,
  draftRemarks,
  EMPTY_ITEM,
  withKey,
  type Draft,
} from '../../state/draft.ts';
import { WarningLine } from '../commit/change-entry.tsx';
import { useEditor } from './editor-context.ts';
import { Quiet, Spring } from './layout.ts';
import { NameField } from './name-field.tsx';
import { ValueField } from './value-field.tsx';

interface ItemDialogFootProps {
  /** Shows the prompt to discard, because a stray Esc or click must not lose a page of code. */
  leaving: boolean;
  adds: boolean;
  onKeep: () => void;
  onClose: () => void;
}

/** Cancel and Apply, or the prompt to discard the draft. */
function ItemDialogFoot({ leaving, adds, onKeep, onClose }: ItemDialogFootProps) {
  if (!leaving) {
    return <FormFooter label={adds ? 'Add' : 'Apply'} onClose={onClose} />;
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

/** The five types as a select offers them. */
const TYPE_OPTIONS = Object.entries(ITEM_TYPE_LABELS).map(([value, label]) => ({ value, label }));

interface ItemDialogProps {
  /** The setting to edit; null adds a new one. */
  item: EditableItem | null;
  onClose: () => void;
}

/** A typed long text is not discarded without a question. */
const hasLongText = (item: EditableItem, before: EditableItem): boolean => item.type > 3 && item.value !== before.value;

/** Adds or edits one setting; applied changes stay in this tab until Save. */
export function ItemDialog({ item: existing, onClose }: ItemDialogProps) {
  const { editor } = useEditor();
  const { keys, kind } = editor;
  const [start] = useState({ item: existing ?? EMPTY_ITEM, saved: editor.saved, revision: editor.state.revision });
  const [draft, setDraft] = useState<Draft>({ item: start.item, revealed: null });
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const { item } = draft;
  const change = (part: Partial<EditableItem>) => setDraft((now) => ({ ...now, item: { ...now.item, ...part } }));
  const faults = draftFaults(item, { format: kind.format, local: existing ? [] : editor.local, keys });
  const blocked = (faults.key ?? faults.value) !== null;
  const remarks = blocked ? [] : draftRemarks(item, editor.local, keys);
  const description = keys.get(item.key)?.description;
  const apply = () => {
    setTried(true);
    if (blocked) return;
    editor.put(appliedItem(draft, editor.keys), start);
    onClose();
  };
  return (
    <DialogFrame
      open
      width={item.type === 5 ? 760 : 560}
      title={existing ? `Edit ${item.key}` : 'Add setting'}
      onClose={() => (hasLongText(item, start.item) ? setLeaving(!leaving) : onClose())}
      onSubmit={apply}
      footer={
        <ItemDialogFoot leaving={leaving} adds={existing === null} onKeep={() => setLeaving(false)} onClose={onClose} />
      }
    >
      {existing ? null : (
        <NameField
          value={item.key}
          error={tried || faults.key?.includes('exists') ? faults.key : null}
          onChange={(key) => setDraft((now) => ({ ...now, item: withKey(now.item, key, keys) }))}
        />
      )}
      {description ? <Quiet>{description}</Quiet> : null}
      <SelectField
        label="Type"
        value={String(constantType(item, editor.keys))}
        options={TYPE_OPTIONS}
        error={existing && tried ? faults.key : null}
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
