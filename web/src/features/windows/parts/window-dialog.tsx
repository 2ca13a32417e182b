import { mdiStopCircleOutline } from '@mdi/js';
import { TOPIC } from '@mission-control/contract/topics';
import { addWindow, deleteWindow, endWindow, saveWindow } from '@mission-control/contract/windows/calls';
import type { WindowInput, WindowRow } from '@mission-control/contract/windows/schema';
import { useState } from 'react';
import { useChange } from '../../../lib/api/use-change.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { DialogFoot } from '../../../ui/dialog/dialog-foot.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { ownZone, rhythmOf, stretchText } from '../window-words.ts';
import { RhythmFields, ScopeFields } from './window-fields.tsx';
import { WindowPreview } from './window-preview.tsx';

const TOPICS = [TOPIC.windows, TOPIC.alerts, TOPIC.monitors];
const HOUR_MS = 3_600_000;

/** From the next full hour on, here. */
function freshInput(now: number): WindowInput {
  const next = new Date((Math.floor(now / HOUR_MS) + 1) * HOUR_MS);
  const wall = new Date(next.getTime() - next.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return {
    name: '',
    note: '',
    scope: { tenants: [], environments: [], services: [] },
    starts: wall,
    zone: ownZone(),
    minutes: 120,
    rule: null,
    switches: false,
  };
}

function inputOf({ id: _id, state: _state, at: _at, updated_at: _when, updated_by: _by, ...input }: WindowRow) {
  return input;
}

interface WindowDialogProps {
  /** Null adds one. */
  window: WindowRow | null;
  onClose: () => void;
}

/** The fields of the editor; those of a window that nobody has touched follow what others save. */
function useWindowInput(row: WindowRow | null) {
  const now = useNow(HOUR_MS);
  // A save is made from what was read when the editing began.
  const [base, setBase] = useState(row);
  const [input, setInput] = useState<WindowInput>(() => (row ? inputOf(row) : freshInput(now)));
  const [rhythm, setRhythm] = useState(() => rhythmOf(input.rule));
  if (row && base && row.updated_at !== base.updated_at && JSON.stringify(input) === JSON.stringify(inputOf(base))) {
    setBase(row);
    setInput(inputOf(row));
    setRhythm(rhythmOf(row.rule));
  }
  return { input, setInput, rhythm, setRhythm, known: base?.updated_at };
}

/** Plans or changes a window, and says when it would be on. */
export function WindowDialog({ window: row, onClose }: WindowDialogProps) {
  const { input, setInput, rhythm, setRhythm, known } = useWindowInput(row);
  const add = useChange(TOPICS, addWindow, 'Window added', onClose);
  const save = useChange(TOPICS, saveWindow, 'Window saved', onClose);
  const remove = useChange(TOPICS, deleteWindow, 'Window deleted', onClose);
  const faults = (row ? save : add).error?.fields ?? {};
  const change = (part: Partial<WindowInput>) => {
    setInput((before) => ({ ...before, ...part }));
    add.reset();
    save.reset();
  };
  const body = { ...input, name: input.name.trim(), note: input.note.trim() };
  const submit = () => (row ? save.mutate({ params: { id: row.id }, query: { known }, body }) : add.mutate({ body }));
  return (
    <DialogFrame
      open
      title={row ? row.name : 'Add window'}
      onClose={onClose}
      onSubmit={submit}
      width={560}
      foot={
        <DialogFoot
          addLabel="Add window"
          saving={add.isPending || save.isPending}
          deleting={remove.isPending}
          onDelete={row && (() => remove.mutate({ params: { id: row.id } }))}
          onClose={onClose}
        />
      }
    >
      {row?.state === 'now' ? <OnNow window={row} onClose={onClose} /> : null}
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        value={input.name}
        error={faults.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <RhythmFields input={input} faults={faults} rhythm={rhythm} onRhythm={setRhythm} onChange={change} />
      <ScopeFields input={input} faults={faults} onChange={change} />
      <TextField
        label="Note"
        autoComplete="off"
        value={input.note}
        error={faults.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Checkbox
        label="Switch the services to maintenance during it"
        checked={input.switches}
        onChange={(event) => change({ switches: event.target.checked })}
      />
      <WindowPreview input={body} />
    </DialogFrame>
  );
}

function OnNow({ window: row, onClose }: { window: WindowRow; onClose: () => void }) {
  const end = useChange(TOPICS, endWindow, 'Window ended', onClose);
  return (
    <Banner
      meaning="warn"
      title="It is on."
      action={
        <ActionButton
          size="small"
          icon={mdiStopCircleOutline}
          pending={end.isPending}
          onClick={() => end.mutate({ params: { id: row.id } })}
        >
          End now
        </ActionButton>
      }
    >
      {row.at ? stretchText(row.at, row.zone) : ''}
      {row.rule === null ? '. Its name, note and length can be changed.' : '. Changes apply from its next time on.'}
    </Banner>
  );
}
