import { mdiArrowRight, mdiCloseCircleOutline, mdiSourceBranch } from '@mdi/js';
import { entryKey, type ItemKind } from '@mission-control/contract/inventory/plan';
import type { PlanEntry } from '@mission-control/contract/inventory/plan-schema';
import { numberText } from '@mission-control/contract/numbers';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Badge, type BadgeTone } from '../../../ui/display/badge.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Count, Mono } from '../../../ui/display/mono.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Hidden, styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, monoText, narrow } from '../../../ui/theme/tokens.ts';
import { factsText, fieldText, groupOf, GROUP_WORDS, KIND_WORDS, valueText, type ActionGroup } from '../plan-words.ts';

const PAGE = 100;

interface PlanSectionProps {
  kind: ItemKind;
  entries: readonly PlanEntry[];
  ticked: ReadonlySet<string>;
  onTick: (entries: readonly PlanEntry[], on: boolean) => void;
}

const Root = styled('section')({ '& + &': { borderTop: `1px solid ${color.line}` } });
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  padding: '4px 12px',
  background: color.raised,
  fontSize: 12.5,
  '& h2': { fontSize: 12.5, fontWeight: 600 },
  '& > button': { marginLeft: 'auto' },
});
const List = styled('ul')({
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 240px) 92px minmax(0, 1fr)',
    alignItems: 'start',
    gap: '4px 12px',
    padding: '7px 12px',
    borderTop: `1px solid ${color.lineSoft}`,
    fontSize: 13,
    lineHeight: '20px',
    overflowWrap: 'anywhere',
    [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) auto', '& > :last-child': { gridColumn: '1 / -1' } },
  },
});
const Facts = styled('p')({ color: color.text2, fontSize: 12.5 });
const Changes = styled('ul')({
  listStyle: 'none',
  fontSize: 12.5,
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 6px' },
  '& small': { fontSize: 12, color: color.text3 },
  '& del, & ins': { ...monoText, fontSize: 12, textDecoration: 'none', minWidth: 0 },
  '& del': { color: color.removedText },
  '& ins': { color: color.addedText },
});
const Reason = styled('p')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 6,
  fontSize: 12.5,
  color: color.text2,
  '& > svg': { marginTop: 2, color: meaningColor.bad.main },
});

/** The entries of one kind, each with a tick. */
export function PlanSection({ kind, entries, ticked, onTick }: PlanSectionProps) {
  const [shown, setShown] = useState(PAGE);
  const { tab, icon } = KIND_WORDS[kind];
  const able = entries.filter(({ reason }) => reason === null);
  const all = able.length > 0 && able.every((one) => ticked.has(entryKey(one)));
  return (
    <Root aria-label={tab}>
      <Head>
        <Icon path={icon} color={color.text3} />
        <h2>{tab}</h2>
        <Count>{numberText(entries.length)}</Count>
        {able.length < 2 ? null : (
          <ActionButton size="small" variant="ghost" onClick={() => onTick(able, !all)}>
            {`${all ? 'Untick' : 'Tick'} all ${tab.toLowerCase()}`}
          </ActionButton>
        )}
      </Head>
      <List>
        {entries.slice(0, shown).map((one) => (
          <PlanRow
            key={entryKey(one)}
            entry={one}
            ticked={ticked.has(entryKey(one))}
            onTick={(on) => onTick([one], on)}
          />
        ))}
      </List>
      {entries.length > shown ? (
        <Head>
          <ActionButton size="small" onClick={() => setShown(shown + 5 * PAGE)}>
            {`Show more of ${numberText(entries.length)} ${tab.toLowerCase()}`}
          </ActionButton>
        </Head>
      ) : null}
    </Root>
  );
}

const TONES: Readonly<Record<ActionGroup, BadgeTone>> = {
  add: 'good',
  change: 'notice',
  remove: 'bad',
  conflict: 'warn',
};

interface PlanRowProps {
  entry: PlanEntry;
  ticked: boolean;
  onTick: (on: boolean) => void;
}

function PlanRow({ entry, ticked, onTick }: PlanRowProps) {
  const { action, kind, name, ref, reason, effect } = entry;
  const group = groupOf(action);
  return (
    <li>
      <Checkbox
        checked={ticked}
        disabled={reason !== null}
        onChange={(event) => onTick(event.target.checked)}
        label={
          <>
            <Hidden>{`${GROUP_WORDS[group].one} of ${KIND_WORDS[kind].one} `}</Hidden>
            <b>{name}</b>
            {name === ref || kind === 'config_key' ? null : (
              <>
                {' '}
                <Mono small>{ref}</Mono>
              </>
            )}
          </>
        }
      />
      <span>
        <Badge tone={TONES[group]} icon={GROUP_WORDS[group].icon}>
          {GROUP_WORDS[group].one}
        </Badge>
      </span>
      <div>
        {reason === null ? null : (
          <Reason>
            <Icon path={mdiCloseCircleOutline} size={16} />
            {action === 'refused' ? `In use, so it stays. ${reason}` : reason}
          </Reason>
        )}
        {reason === null && action === 'conflict' ? (
          <Reason>
            <Icon path={mdiSourceBranch} size={16} />
            Changed here and in the file since the last import. If ticked, the file wins.
          </Reason>
        ) : null}
        {reason === null ? <Difference entry={entry} /> : null}
        {reason === null && effect !== null ? <Facts>{effect}</Facts> : null}
      </div>
    </li>
  );
}

function Difference({ entry }: { entry: PlanEntry }) {
  if (entry.action === 'add') return <Facts>{factsText(entry)}</Facts>;
  if (entry.action === 'remove') return <Facts>No longer in the file; nothing uses it.</Facts>;
  return (
    <Changes>
      {entry.changes.map(({ field, here, file, declared }) => (
        <li key={field}>
          <small>{fieldText(field)}</small>
          <del>{valueText(here)}</del>
          <Icon path={mdiArrowRight} size={12} label="to" />
          <ins>{valueText(file)}</ins>
          {declared === undefined ? null : <small>{`was ${valueText(declared)}`}</small>}
        </li>
      ))}
    </Changes>
  );
}
