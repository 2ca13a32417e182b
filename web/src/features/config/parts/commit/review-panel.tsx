import { mdiContentSaveOutline, mdiInformationOutline } from '@mdi/js';
import { saveConfig } from '@mission-control/contract/config/calls';
import { cutLength, cutValue } from '@mission-control/contract/config/rules';
import type { ConfigState } from '@mission-control/contract/config/schema';
import { countText } from '@mission-control/contract/numbers';
import { useMemo, useState } from 'react';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Icon } from '../../../../ui/display/icon.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { SidePanel } from '../../../../ui/dialog/side-panel.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { Tag } from '../../../../ui/display/tag.tsx';
import { color, radius, monoText } from '../../../../ui/theme/tokens.ts';
import { visibleText } from '../../../../ui/display/visible-text.ts';
import { compareKeys } from '../../state/local-config.ts';
import { reviewEntry, type ReviewEntry } from '../../state/review.ts';
import { ChangeEntries } from './change-entries.tsx';
import { ChangeSummary } from './change-summary.tsx';
import { CutNote } from '../cut-note.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { Quiet, Row, Wrap } from '../editor/layout.ts';
import type { ConfigEditor } from '../editor/use-config-editor.ts';

/** The servers a commit writes to. */
export function ServerTags({ targets }: { targets: ConfigState['targets'] }) {
  if (targets.length === 0) return <Quiet>No servers: the service has no environment.</Quiet>;
  return (
    <Wrap style={{ gap: 4 }}>
      {targets.map(({ host, environment }) => (
        <Tag key={`${environment} ${host}`} lower title={environment} style={{ ...monoText, fontSize: 11.5 }}>
          {host}
        </Tag>
      ))}
    </Wrap>
  );
}

const Table = styled('table')({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: 12,
  lineHeight: '16px',
  '& th': { textAlign: 'left', fontWeight: 500, color: color.text3, padding: '6px 8px 6px 0' },
  '& td, & tbody th': {
    ...monoText,
    fontSize: 12,
    padding: '6px 8px 6px 0',
    borderTop: `1px solid ${color.lineSoft}`,
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    color: color.text2,
  },
  '& tbody th': { color: color.text },
});

/** All changes in one compact table. */
function ChangeTable({ entries }: { entries: readonly ReviewEntry[] }) {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ key, before, after }) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>
              {side(before)} <CutNote length={cutLength(before ?? '')} />
            </td>
            <td>
              {side(after)} <CutNote length={cutLength(after ?? '')} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function side(value: string | null): string {
  if (value === null) return '(none)';
  return value === '' ? '(empty)' : visibleText(cutValue(value));
}

const After = styled('div')({
  marginTop: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  padding: 12,
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  background: color.bg,
  '& b': { fontSize: 12, lineHeight: '16px', fontWeight: 550 },
});

/** Preview of Save. */
export function ReviewPanel({ saving, onSave }: { saving: boolean; onSave: () => void }) {
  const { editor, view } = useEditor();
  const [form, setForm] = useState<'diff' | 'table'>('diff');
  const open = view.panel === 'review' && editor.unsaved > 0;
  const { diff, saved, isSecret, rows } = editor;
  const refusal = useRoleRefusal(saveConfig, 'save a config');
  const entries = useMemo(() => (open ? entriesOf({ diff, saved, isSecret }) : []), [open, diff, saved, isSecret]);
  const remarks = useMemo(() => new Map(open ? rows.map((row) => [row.key, row.remarks]) : []), [open, rows]);
  const close = () => view.open(null);
  return (
    <SidePanel
      open={open}
      title="Review changes before Save"
      detail={againstText(editor)}
      onClose={close}
      footer={
        <>
          <ActionButton onClick={close}>Keep editing</ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiContentSaveOutline}
            pending={saving}
            disabledReason={refusal}
            onClick={onSave}
          >
            {`Save ${countText(editor.unsaved, 'change')}`}
          </ActionButton>
        </>
      }
    >
      <ChangeSummary entries={entries}>
        <Segment
          label="Show changes as"
          value={form}
          onChange={setForm}
          options={[
            { value: 'diff', label: 'Diff' },
            { value: 'table', label: 'Table' },
          ]}
        />
      </ChangeSummary>
      {form === 'table' ? <ChangeTable entries={entries} /> : <ChangeEntries entries={entries} remarks={remarks} />}
      <WhatSaveDoes editor={editor} />
    </SidePanel>
  );
}

function WhatSaveDoes({ editor: { state } }: { editor: ConfigEditor }) {
  return (
    <After>
      <Row gap={6}>
        <Icon path={mdiInformationOutline} size={14} />
        <b>What Save does</b>
      </Row>
      <Quiet>Stores revision {state.revision + 1}. No server changes until Commit, which will then write to:</Quiet>
      <ServerTags targets={state.targets} />
      <Quiet>
        {state.revision === 0
          ? 'Undo: delete the settings and save again.'
          : `Undo: open Revisions and restore ${state.revision}.`}
      </Quiet>
    </After>
  );
}

function againstText({ state, rebased }: ConfigEditor): string {
  if (state.revision === 0) return 'The first save of this config.';
  if (!rebased.moved) return `Against revision ${state.revision}. Nobody else has saved since.`;
  return `Against revision ${state.revision}, saved by ${state.saved_by ?? 'somebody else'} while you were editing.`;
}

function entriesOf({ diff, saved, isSecret }: Pick<ConfigEditor, 'diff' | 'saved' | 'isSecret'>): ReviewEntry[] {
  const before = (key: string) => saved.get(key) ?? null;
  const changed = [...diff.added, ...diff.changed].map((item) => ({ key: item.key, after: item }));
  return [...changed, ...diff.removed.map((key) => ({ key, after: null }))]
    .flatMap(({ key, after }) => reviewEntry({ key, before: before(key), after, secret: isSecret(key) }) ?? [])
    .toSorted(compareKeys);
}
