import { mdiStopCircleOutline } from '@mdi/js';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { TOPIC } from '@mission-control/contract/topics';
import { addWindow, deleteWindow, endWindow, saveWindow } from '@mission-control/contract/windows/calls';
import type { WindowInput, WindowRow } from '@mission-control/contract/windows/schema';
import { useState } from 'react';
import { useChange } from '../../../lib/api/use-change.ts';
import {
  changedKeys,
  fromJson,
  jsonFields,
  readable,
  type FieldChanges,
  type Fields,
} from '../../../lib/draft/merge-fields.ts';
import { faultsOf, RecordDialog } from '../../../lib/draft/record-dialog.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { useNow } from '../../../ui/display/now.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { browserZone, recurrenceOf, occurrenceText } from '../window-words.ts';
import { ScheduleFields, ScopeFields } from './window-fields.tsx';
import { WindowPreview } from './window-preview.tsx';

const TOPICS = [TOPIC.windows, TOPIC.alerts, TOPIC.monitors];
const HOUR_MS = 3_600_000;

/** Starts at the next full hour, in the browser's time zone. */
function freshInput(now: number): WindowInput {
  const next = new Date((Math.floor(now / HOUR_MS) + 1) * HOUR_MS);
  const wall = new Date(next.getTime() - next.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return {
    name: '',
    note: '',
    scope: { tenants: [], environments: [], services: [] },
    starts: wall,
    zone: browserZone(),
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

const LABELS: Readonly<Record<keyof WindowInput, string>> = {
  name: 'Name',
  note: 'Note',
  scope: 'Applies to',
  starts: 'Starts',
  zone: 'Time zone',
  minutes: 'Length in minutes',
  rule: 'Repeats',
  switches: 'Switch the services to maintenance',
};

/** The fields of the editor. */
function useWindowInput(row: WindowRow | null) {
  const now = useNow(HOUR_MS);
  const [base] = useState<WindowInput>(() => (row ? inputOf(row) : freshInput(now)));
  const [input, setInput] = useState(base);
  const [recurrence, setRecurrence] = useState(() => recurrenceOf(input.rule));
  const restore = (changes: FieldChanges) => {
    const part = fromJson(changes) as Partial<WindowInput>;
    setInput((before) => ({ ...before, ...part }));
    if (part.rule !== undefined) setRecurrence(recurrenceOf(part.rule));
  };
  return { base, input, setInput, schedule: { recurrence, onRecurrence: setRecurrence }, restore };
}

const NOTHING: Fields = new Map();

/** The draft. A new window starts with the current time and zone: only changed fields are edits. */
function draftOf(row: WindowRow | null, base: WindowInput, input: WindowInput) {
  const [began, mine] = [jsonFields(base), jsonFields(input)];
  if (row) return { base: began, mine, saved: jsonFields(inputOf(row)) };
  const changed = changedKeys(began, mine);
  return { base: NOTHING, mine: new Map([...mine].filter(([key]) => changed.includes(key))), saved: NOTHING };
}

const DELETION = {
  removed: ['It does not begin again. If it is active, it ends now.'],
  kept: ['Its past occurrences stay counted as maintenance.'],
};

/** Plans or changes a window, and previews its times. */
export function WindowDialog({ window: row, onClose }: WindowDialogProps) {
  const { base, input, setInput, schedule, restore } = useWindowInput(row);
  const changes = {
    add: useChange(TOPICS, addWindow, 'Window added', onClose),
    save: useChange(TOPICS, saveWindow, 'Window saved', onClose),
    remove: useChange(TOPICS, deleteWindow, 'Window deleted', onClose),
  };
  // Not in the note, which may disappear before the response: the dialog would then stay open.
  const end = useChange(TOPICS, endWindow, 'Window ended', onClose);
  const { faults, forget } = faultsOf(row, changes);
  const change = (part: Partial<WindowInput>) => {
    setInput((before) => ({ ...before, ...part }));
    forget();
  };
  const body = { ...input, name: input.name.trim(), note: input.note.trim() };
  return (
    <RecordDialog
      record={row}
      noun="window"
      deletion={DELETION}
      changes={changes}
      body={body}
      draft={{
        ...draftOf(row, base, input),
        page: FORM_PAGE.window(row?.id ?? null),
        labelOf: (key) => LABELS[key as keyof WindowInput],
        show: readable,
        onRestore: restore,
      }}
      onClose={onClose}
    >
      {row?.state === 'now' ? (
        <ActiveNote window={row} pending={end.isPending} onEnd={() => end.mutate({ params: { id: row.id } })} />
      ) : null}
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        value={input.name}
        error={faults.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ScheduleFields input={input} faults={faults} {...schedule} onChange={change} />
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
    </RecordDialog>
  );
}

function ActiveNote({ window: row, pending, onEnd }: { window: WindowRow; pending: boolean; onEnd: () => void }) {
  return (
    <Banner
      meaning="warn"
      title="This window is active."
      action={
        <ActionButton size="small" icon={mdiStopCircleOutline} pending={pending} onClick={onEnd}>
          End now
        </ActionButton>
      }
    >
      {row.at ? occurrenceText(row.at, row.zone) : ''}
      {row.rule === null ? '. Its name, note and length can be changed.' : '. Changes apply from its next occurrence.'}
    </Banner>
  );
}
