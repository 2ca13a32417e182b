import { mdiCheckAll, mdiFilterOffOutline, mdiLockOutline, mdiPlay } from '@mdi/js';
import { entryKey, ITEM_KINDS, type ItemKind } from '@mission-control/contract/inventory/plan';
import type { ChosenEntry, InventoryPlan, PlanEntry } from '@mission-control/contract/inventory/plan-schema';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { findRows } from '../../../lib/address/table-search.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { FacetChip } from '../../../ui/table/facet-chip.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { Panel, Toolbar } from '../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor } from '../../../ui/theme/tokens.ts';
import {
  ACTION_GROUPS,
  entryTexts,
  groupOf,
  GROUP_WORDS,
  KIND_WORDS,
  tickedAtFirst,
  type ActionGroup,
} from '../plan-words.ts';
import { PlanSection } from './plan-section.tsx';

interface PlanViewProps {
  plan: InventoryPlan;
  applying: boolean;
  onApply: (entries: readonly ChosenEntry[]) => void;
}

const Foot = styled('footer')({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '6px 16px',
  minHeight: 52,
  padding: '8px 12px',
  borderTop: `1px solid ${color.line}`,
  borderRadius: '0 0 8px 8px',
  background: color.surface,
  fontSize: 12.5,
  color: color.text2,
  fontVariantNumeric: 'tabular-nums',
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& > b': { color: color.text },
  '& > button': { marginLeft: 'auto' },
});
const Quiet = styled('p')({ fontSize: 12.5, color: color.text3, marginLeft: 'auto' });

/** The plan of an inventory, grouped by kind; the ticked entries are applied. */
export function PlanView({ plan, applying, onApply }: PlanViewProps) {
  const { entries, unchanged } = plan;
  const [ticked, setTicked] = useState(() => tickedAtFirst(entries));
  const [group, setGroup] = useState<ChosenGroup>('all');
  const [kinds, setKinds] = useState<ReadonlySet<ItemKind>>(new Set());
  const [search, setSearch] = useState('');
  if (entries.length === 0) return <NothingDiffers unchanged={unchanged} />;
  const ofGroup = entries.filter(({ action }) => group === 'all' || groupOf(action) === group);
  const ofKind = ofGroup.filter(({ kind }) => kinds.size === 0 || kinds.has(kind));
  const shown = findRows(ofKind, search, entryTexts);
  const clearFilters = () => {
    setSearch('');
    setGroup('all');
    setKinds(new Set());
  };
  const tick = (changed: readonly PlanEntry[], on: boolean): void => {
    const next = new Set(ticked);
    for (const entry of changed) if (entry.reason === null) next[on ? 'add' : 'delete'](entryKey(entry));
    setTicked(next);
  };
  const chosen = entries.filter((one) => ticked.has(entryKey(one)));
  return (
    <>
      <Toolbar>
        <SearchField label="Search the plan" value={search} onChange={setSearch} />
        <GroupChoice entries={entries} group={group} onChange={setGroup} />
        <Quiet>{unchangedText(plan)}</Quiet>
      </Toolbar>
      <KindChips entries={ofGroup} kinds={kinds} onChange={setKinds} />
      <Panel aria-label="Plan">
        {shown.length === 0 ? (
          <AllFilteredOut count={entries.length} onClear={clearFilters} />
        ) : (
          ITEM_KINDS.map((kind) => {
            const ofThisKind = shown.filter((entry) => entry.kind === kind);
            return ofThisKind.length === 0 ? null : (
              <PlanSection key={kind} kind={kind} entries={ofThisKind} ticked={ticked} onTick={tick} />
            );
          })
        )}
        <Foot>
          <b>{`${numberText(chosen.length)} of ${numberText(entries.length)} ticked`}</b>
          <LeftOut entries={entries} ticked={ticked} />
          <ActionButton
            variant="primary"
            icon={mdiPlay}
            pending={applying}
            disabledReason={chosen.length === 0 ? 'Tick at least one entry' : null}
            onClick={() => onApply(chosen.map(({ kind, ref, fingerprint }) => ({ kind, ref, fingerprint })))}
          >
            {`Apply ${numberText(chosen.length)} to the console`}
          </ActionButton>
        </Foot>
      </Panel>
    </>
  );
}

function NothingDiffers({ unchanged }: { unchanged: number }) {
  return (
    <StatePanel framed icon={mdiCheckAll} title="Nothing differs">
      {`All ${numberText(unchanged)} items in the file match the console.`}
    </StatePanel>
  );
}

function AllFilteredOut({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${numberText(count)} items filtered)`}
      actions={<ActionButton onClick={onClear}>Clear filters</ActionButton>}
    />
  );
}

type ChosenGroup = ActionGroup | 'all';

interface GroupChoiceProps {
  entries: readonly PlanEntry[];
  group: ChosenGroup;
  onChange: (group: ChosenGroup) => void;
}

function GroupChoice({ entries, group, onChange }: GroupChoiceProps) {
  return (
    <Segment
      label="Action"
      value={group}
      onChange={onChange}
      options={[
        { value: 'all', label: 'All', count: entries.length },
        ...ACTION_GROUPS.map((one) => ({
          value: one,
          label: GROUP_WORDS[one].label,
          count: entries.filter(({ action }) => groupOf(action) === one).length,
        })),
      ]}
    />
  );
}

interface KindChipsProps {
  entries: readonly PlanEntry[];
  kinds: ReadonlySet<ItemKind>;
  onChange: (kinds: ReadonlySet<ItemKind>) => void;
}

function KindChips({ entries, kinds, onChange }: KindChipsProps) {
  const counts = Map.groupBy(entries, ({ kind }) => kind);
  return (
    <Toolbar role="group" aria-label="Kinds">
      {ITEM_KINDS.filter((kind) => counts.has(kind) || kinds.has(kind)).map((kind) => (
        <FacetChip
          key={kind}
          count={counts.get(kind)?.length ?? 0}
          on={kinds.has(kind)}
          mark={<Icon path={KIND_WORDS[kind].icon} size={14} />}
          onToggle={() => {
            const next = new Set(kinds);
            if (!next.delete(kind)) next.add(kind);
            onChange(next);
          }}
        >
          {KIND_WORDS[kind].tab}
        </FacetChip>
      ))}
    </Toolbar>
  );
}

/** What is not applied, by reason. */
function LeftOut({ entries, ticked }: { entries: readonly PlanEntry[]; ticked: ReadonlySet<string> }) {
  const left = entries.filter((one) => one.reason === null && !ticked.has(entryKey(one)));
  const locked = entries.filter(({ reason }) => reason !== null).length;
  return (
    <>
      {ACTION_GROUPS.map((group) => {
        const count = left.filter(({ action }) => groupOf(action) === group).length;
        if (count === 0) return null;
        const { icon, one, label } = GROUP_WORDS[group];
        return (
          <span key={group}>
            <Icon path={icon} size={14} {...(group === 'conflict' && { color: meaningColor.warn.main })} />
            {`${count} ${(count === 1 ? one : label).toLowerCase()} not ticked`}
          </span>
        );
      })}
      {locked === 0 ? null : (
        <span>
          <Icon path={mdiLockOutline} size={14} />
          {`${locked} not possible`}
        </span>
      )}
    </>
  );
}

function unchangedText({ unchanged, by_hand: byHand }: InventoryPlan): string {
  const same = countText(unchanged, 'item stays as it is', 'items stay as they are');
  if (byHand.length === 0) return same;
  return `${same}; kept by hand: ${byHand.map((kind) => KIND_WORDS[kind].tab.toLowerCase()).join(', ')}`;
}
