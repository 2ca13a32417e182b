import { mdiContentSaveOutline, mdiTrashCanOutline } from '@mdi/js';
import { listRegions } from '@mission-control/contract/environments/calls';
import { KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { ListedThing } from '@mission-control/contract/fleet/schema';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import { changedKeys, withChanges, type FieldChanges } from '../../../lib/draft/merge-fields.ts';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame, FormFoot } from '../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { FIELDS, fieldsOf, textsOf, type FieldDef, type Texts } from '../thing-fields.ts';
import { useSaveThing, type Clash, type Fields } from '../use-fleet.ts';
import { DeclaredNote, ImpactNote } from './impact-note.tsx';

interface FieldInputProps {
  def: FieldDef;
  texts: Texts;
  regions: readonly string[];
  fault: string | undefined;
  fixed: boolean;
  first: boolean;
  onChange: (text: string) => void;
}

function FieldInput({ def, texts, regions, fault, fixed, first, onChange }: FieldInputProps) {
  const { label, name, look } = def;
  const value = texts[name] ?? '';
  const shared = { label, value, error: fault, help: fixed ? 'Cannot be changed.' : def.help, disabled: fixed };
  if (look === 'check')
    return (
      <Checkbox
        label={label}
        checked={value === 'true'}
        onChange={(event) => onChange(event.target.checked ? 'true' : '')}
      />
    );
  if (look === 'select') {
    const options = def.options?.({ texts, regions }) ?? [];
    return <SelectField {...shared} options={options} onChange={(event) => onChange(event.target.value)} />;
  }
  const typed = { ...shared, mono: def.mono ?? false, spellCheck: false, autoComplete: 'off' };
  if (look === 'lines') return <TextAreaField {...typed} rows={3} onChange={(event) => onChange(event.target.value)} />;
  return <TextField {...typed} autoFocus={first} onChange={(event) => onChange(event.target.value)} />;
}

interface ThingDialogProps {
  kind: FleetKind;
  /** Null adds one. */
  thing: ListedThing | null;
  onClose: () => void;
  onRetire: (thing: ListedThing) => void;
}

export const nameOf = ({ fields }: Pick<ListedThing, 'fields'>): string =>
  'key_name' in fields ? fields.key_name : fields.name;

/** Adds or changes a thing: shows the form, then the effects, then saves. */
export function ThingDialog(props: ThingDialogProps) {
  const regions = useQuery(queryOf(listRegions, {}));
  const names = regions.data?.regions.map((region) => region.region_name);
  return names === undefined ? null : <ThingForm {...props} regions={names} />;
}

/** The texts of the form, and the fields that they started from. */
function useTexts(kind: FleetKind, thing: ListedThing | null, regions: readonly string[]) {
  const [base, setBase] = useState<Fields>(thing?.fields ?? {});
  const [texts, setTexts] = useState(() => textsOf(kind, base, regions));
  const takeTheirs = (clashes: readonly Clash[]) => {
    const theirs = { ...base, ...Object.fromEntries(clashes.map(({ field, now }) => [field, now ?? undefined])) };
    const [before, after] = [textsOf(kind, base, regions), textsOf(kind, theirs, regions)];
    setBase(Object.fromEntries(Object.entries(theirs).filter(([, value]) => value !== undefined)));
    // Updates only fields that were not edited here.
    setTexts((own) =>
      Object.fromEntries(
        Object.entries(own).map(([name, text]) => [name, text === before[name] ? (after[name] ?? '') : text]),
      ),
    );
  };
  return { base, texts, setTexts, takeTheirs };
}

function ThingForm({ kind, thing, onClose, onRetire, regions }: ThingDialogProps & { regions: readonly string[] }) {
  const { one } = KIND_WORDS[kind];
  const { base, texts, setTexts, takeTheirs } = useTexts(kind, thing, regions);
  const save = useSaveThing(thing ? `${nameOf(thing)} changed` : `${capital(one)} added`, onClose);
  const change = (name: string, text: string) => {
    setTexts((before) => ({ ...before, [name]: text }));
    save.reset();
  };
  const submit = () => {
    if (save.pending) return;
    save.submit({ kind, key: thing?.key ?? null, base: thing ? base : null, fields: fieldsOf(kind, texts) });
  };
  return (
    <DialogFrame
      open
      title={thing ? nameOf(thing) : `Add ${one}`}
      onClose={onClose}
      onSubmit={submit}
      width={520}
      foot={<Foot kind={kind} thing={thing} save={save} onClose={onClose} onRetire={onRetire} />}
    >
      <ThingDraft
        kind={kind}
        thing={thing}
        base={textsOf(kind, base, regions)}
        saved={textsOf(kind, thing?.fields ?? {}, regions)}
        texts={texts}
        onRestore={(changes) => {
          setTexts((now) => Object.fromEntries(withChanges(mapOf(now), changes)));
          save.reset();
        }}
      />
      {thing?.declared ? <DeclaredNote /> : null}
      {FIELDS[kind].map((def, index) => (
        <FieldInput
          key={def.name}
          def={def}
          texts={texts}
          regions={regions}
          fault={save.faults[def.name]}
          fixed={thing !== null && def.fixed === true}
          first={index === 0}
          onChange={(text) => change(def.name, text)}
        />
      ))}
      {save.clashes.length > 0 ? (
        <ClashNote
          clashes={save.clashes}
          onTake={() => {
            takeTheirs(save.clashes);
            save.reset();
          }}
        />
      ) : null}
      {save.impact ? <ImpactNote impact={save.impact} /> : null}
    </DialogFrame>
  );
}

interface FootProps extends ThingDialogProps {
  save: ReturnType<typeof useSaveThing>;
}

function Foot({ kind, thing, save, onClose, onRetire }: FootProps) {
  return (
    <>
      {thing ? (
        <ActionButton variant="ghost" icon={mdiTrashCanOutline} onClick={() => onRetire(thing)}>
          Retire
        </ActionButton>
      ) : null}
      <FormFoot
        label={save.impact ? 'Save as shown' : thing ? 'Save' : `Add ${KIND_WORDS[kind].one}`}
        icon={mdiContentSaveOutline}
        pending={save.pending}
        onClose={onClose}
      />
    </>
  );
}

interface ThingDraftProps {
  kind: FleetKind;
  thing: ListedThing | null;
  /** The initial, saved and current texts of the form. */
  base: Texts;
  saved: Texts;
  texts: Texts;
  onRestore: (changes: FieldChanges) => void;
}

const mapOf = (texts: Texts) => new Map(Object.entries(texts));

/** Keeps a draft of the form until it is saved or discarded, and shows who else edits the thing. */
function ThingDraft({ kind, thing, base, saved, texts, onRestore }: ThingDraftProps) {
  const page = FORM_PAGE.thing(kind, thing?.key ?? null);
  const [began, mine] = [mapOf(base), mapOf(texts)];
  return (
    <>
      <PresenceBar
        page={page}
        what={KIND_WORDS[kind].one}
        editing={changedKeys(began, mine).length > 0}
        isNew={thing === null}
      />
      <FieldsDraft
        page={page}
        base={began}
        mine={mine}
        saved={mapOf(saved)}
        labelOf={(name) => FIELDS[kind].find((def) => def.name === name)?.label}
        endsOnClose
        onRestore={onRestore}
      />
    </>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function ClashNote({ clashes, onTake }: { clashes: readonly Clash[]; onTake: () => void }) {
  const said = clashes.map(({ field, now }) => `${field.replaceAll('_', ' ')} is now ${valueText(now)}`);
  return (
    <Banner
      meaning="bad"
      live
      title="Somebody else has changed this since you opened it."
      action={
        <ActionButton size="small" onClick={onTake}>
          Load the changes
        </ActionButton>
      }
    >
      {said.join(', ')}. Load the changes to continue: fields that you have edited keep your values.
    </Banner>
  );
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
