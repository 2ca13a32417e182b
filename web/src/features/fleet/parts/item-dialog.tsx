import { mdiContentSaveOutline, mdiTrashCanOutline } from '@mdi/js';
import { listRegions } from '@mission-control/contract/environments/calls';
import { KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { ListedItem } from '@mission-control/contract/fleet/schema';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import { changedKeys, withChanges, type FieldChanges } from '../../../lib/draft/merge-fields.ts';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { Banner, RetryBanner } from '../../../ui/layout/banner.tsx';
import { FIELDS, fieldsOf, textsOf, type FieldDef, type Texts } from '../item-fields.ts';
import { useSaveItem, type FieldConflict, type Fields } from '../use-fleet.ts';
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

interface ItemDialogProps {
  kind: FleetKind;
  /** Null adds one. */
  item: ListedItem | null;
  /** It has been retired since the form was opened. */
  gone: boolean;
  onClose: () => void;
  onRetire: (item: ListedItem) => void;
}

export const nameOf = ({ fields }: Pick<ListedItem, 'fields'>): string =>
  'key_name' in fields ? fields.key_name : fields.name;

/** Adds or changes an item: shows the form, then the effects, then saves. */
export function ItemDialog(props: ItemDialogProps) {
  const regions = useQuery(queryOf(listRegions, {}));
  const names = regions.data?.regions.map((region) => region.region_name);
  if (names !== undefined) return <ItemForm {...props} regions={names} />;
  if (regions.errorUpdateCount === 0) return null;
  return (
    <DialogFrame
      open
      title={titleOf(props)}
      onClose={props.onClose}
      width={520}
      footer={<ActionButton onClick={props.onClose}>Close</ActionButton>}
    >
      <RetryBanner query={regions} title="The regions could not be loaded." />
    </DialogFrame>
  );
}

const titleOf = ({ kind, item }: Pick<ItemDialogProps, 'kind' | 'item'>): string =>
  item ? nameOf(item) : `Add ${KIND_WORDS[kind].one}`;

/** The texts of the form, and the fields that they started from. */
function useTexts(kind: FleetKind, item: ListedItem | null, regions: readonly string[]) {
  const [base, setBase] = useState<Fields>(item?.fields ?? {});
  const [texts, setTexts] = useState(() => textsOf(kind, base, regions));
  const takeTheirs = (conflicts: readonly FieldConflict[]) => {
    const theirs = { ...base, ...Object.fromEntries(conflicts.map(({ field, now }) => [field, now ?? undefined])) };
    const [before, after] = [textsOf(kind, base, regions), textsOf(kind, theirs, regions)];
    setBase(Object.fromEntries(Object.entries(theirs).filter(([, value]) => value !== undefined)));
    // Updates only fields that were not edited here.
    setTexts((current) =>
      Object.fromEntries(
        Object.entries(current).map(([name, text]) => [name, text === before[name] ? (after[name] ?? '') : text]),
      ),
    );
  };
  return { base, texts, setTexts, takeTheirs };
}

function ItemForm({ kind, item, gone, onClose, onRetire, regions }: ItemDialogProps & { regions: readonly string[] }) {
  const { one } = KIND_WORDS[kind];
  const { base, texts, setTexts, takeTheirs } = useTexts(kind, item, regions);
  const save = useSaveItem(item ? `${nameOf(item)} changed` : `${capital(one)} added`, onClose);
  const change = (name: string, text: string) => {
    setTexts((before) => ({ ...before, [name]: text }));
    save.reset();
  };
  const submit = () => {
    if (save.pending) return;
    save.submit({ kind, key: item?.key ?? null, base: item ? base : null, fields: fieldsOf(kind, texts) });
  };
  return (
    <DialogFrame
      open
      title={titleOf({ kind, item })}
      onClose={onClose}
      onSubmit={submit}
      width={520}
      footer={<Foot kind={kind} item={item} gone={gone} save={save} onClose={onClose} onRetire={onRetire} />}
    >
      {gone ? <Banner live meaning="notice" title={`This ${one} was retired in the meantime.`} /> : null}
      <ItemDraft
        kind={kind}
        item={item}
        base={textsOf(kind, base, regions)}
        saved={textsOf(kind, item?.fields ?? {}, regions)}
        texts={texts}
        onRestore={(changes) => {
          setTexts((now) => Object.fromEntries(withChanges(mapOf(now), changes)));
          save.reset();
        }}
      />
      {item?.declared ? <DeclaredNote /> : null}
      {FIELDS[kind].map((def, index) => (
        <FieldInput
          key={def.name}
          def={def}
          texts={texts}
          regions={regions}
          fault={save.faults[def.name]}
          fixed={item !== null && def.fixed === true}
          first={index === 0}
          onChange={(text) => change(def.name, text)}
        />
      ))}
      {save.conflicts.length > 0 ? (
        <ConflictNote
          conflicts={save.conflicts}
          onTake={() => {
            takeTheirs(save.conflicts);
            save.reset();
          }}
        />
      ) : null}
      {save.impact ? <ImpactNote impact={save.impact} /> : null}
    </DialogFrame>
  );
}

interface FootProps extends ItemDialogProps {
  save: ReturnType<typeof useSaveItem>;
}

function Foot({ kind, item, gone, save, onClose, onRetire }: FootProps) {
  return (
    <>
      {item && !gone ? (
        <ActionButton variant="ghost" icon={mdiTrashCanOutline} onClick={() => onRetire(item)}>
          Retire
        </ActionButton>
      ) : null}
      <FormFooter
        label={save.impact ? 'Save as shown' : item ? 'Save' : `Add ${KIND_WORDS[kind].one}`}
        icon={mdiContentSaveOutline}
        pending={save.pending}
        onClose={onClose}
      />
    </>
  );
}

interface ItemDraftProps {
  kind: FleetKind;
  item: ListedItem | null;
  /** The initial, saved and current texts of the form. */
  base: Texts;
  saved: Texts;
  texts: Texts;
  onRestore: (changes: FieldChanges) => void;
}

const mapOf = (texts: Texts) => new Map(Object.entries(texts));

/** Keeps a draft of the form until it is saved or discarded, and shows who else edits the item. */
function ItemDraft({ kind, item, base, saved, texts, onRestore }: ItemDraftProps) {
  const page = FORM_PAGE.item(kind, item?.key ?? null);
  const [began, mine] = [mapOf(base), mapOf(texts)];
  return (
    <>
      <PresenceBar
        page={page}
        noun={KIND_WORDS[kind].one}
        editing={changedKeys(began, mine).length > 0}
        isNew={item === null}
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

function ConflictNote({ conflicts, onTake }: { conflicts: readonly FieldConflict[]; onTake: () => void }) {
  const said = conflicts.map(({ field, now }) => `${field.replaceAll('_', ' ')} is now ${valueText(now)}`);
  return (
    <Banner
      meaning="bad"
      live
      title="This has changed since you opened it."
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
