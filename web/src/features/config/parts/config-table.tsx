import { mdiFilterOffOutline, mdiTuneVariant } from '@mdi/js';
import { useMemo } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { filterRows } from '../state/segments.ts';
import { CONFIG_COLUMNS } from './config-columns.tsx';
import { useEditor } from './editor-context.ts';
import { useInjectTemplate } from './use-inject-template.ts';

const EDGES = { new: 'good', changed: 'accent', removed: 'bad' } as const;

/** The settings: searched, filtered, sorted by name, ten a page [CFG-01]. */
export function ConfigTable({ search, onClear }: { search: string; onClear: () => void }) {
  const { editor, view } = useEditor();
  const { segment } = view;
  const rows = useMemo(() => filterRows(editor.rows, segment, search), [editor.rows, segment, search]);
  return (
    <DataTable
      label="Settings"
      columns={CONFIG_COLUMNS}
      rows={rows}
      getRowId={(row) => row.key}
      defaultSort={{ column: 'name', direction: 'asc' }}
      // While the address lags behind the typing, its page belongs to the text before.
      page={search.trim() === view.search ? view.page : 1}
      onPage={view.setPage}
      rowEdge={(row) => (row.mark ? EDGES[row.mark] : null)}
      onRowOpen={(row) => row.mark !== 'removed' && view.openItem(row.key)}
      empty={editor.rows.length === 0 ? <NoSettings /> : <NoMatch search={search} onClear={onClear} />}
    />
  );
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  const { editor, view } = useEditor();
  const clear = () => {
    onClear();
    view.clear();
  };
  return (
    <StatePanel
      icon={mdiFilterOffOutline}
      title={`No results found. (${editor.rows.length.toLocaleString('en-GB')} items filtered)`}
      actions={<ActionButton onClick={clear}>Clear filters</ActionButton>}
    >
      {search === '' ? `No setting is in "${SEGMENT_WORDS[view.segment]}" now.` : `Nothing matches “${search}”.`}
    </StatePanel>
  );
}

const SEGMENT_WORDS = { all: 'All', unsaved: 'Unsaved', warnings: 'Warnings' } as const;

function NoSettings() {
  const { editor, view } = useEditor();
  const inject = useInjectTemplate(editor);
  return (
    <StatePanel
      icon={mdiTuneVariant}
      title={`The ${editor.kind.label} config is empty`}
      actions={
        <>
          <ActionButton variant="primary" onClick={inject}>
            Inject Default Template
          </ActionButton>
          <ActionButton variant="ghost" onClick={() => view.open('add')}>
            Add a setting
          </ActionButton>
        </>
      }
    >
      What you add stays in this tab until Save.
    </StatePanel>
  );
}
