import { mdiFilterOffOutline, mdiTuneVariant } from '@mdi/js';
import { templateItems } from '@mission-control/contract/config/templates';
import { countText, numberText } from '@mission-control/contract/numbers';
import { useMemo } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { LocalTable } from '../../../../lib/query/query-table.tsx';
import { StatePanel } from '../../../../ui/layout/state-panel.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { filterRows } from '../../state/rebase.ts';
import { useMediaQuery } from '../../../../ui/theme/media-query.ts';
import { CONFIG_COLUMNS, NARROW_CONFIG_COLUMNS } from './config-columns.tsx';
import { useEditor } from './editor-context.ts';
import type { ConfigEditor } from './use-config-editor.ts';

/** Adds the kind's default settings as local edits; reports a kind without defaults (C-075). */
function useInjectTemplate(editor: ConfigEditor): () => void {
  const { kind, tenant, keys, template } = editor;
  return () => {
    const domain = tenant.domains[kind.service]?.find(({ is_primary: primary }) => primary)?.host;
    const facts = { tenant_name: tenant.tenant_name, ...(domain !== undefined && { domain }) };
    const items = templateItems(template, facts, keys);
    if (items.length === 0) {
      toast.info(`There is no default template for a ${kind.label} config.`);
      return;
    }
    editor.inject(items);
    toast.info(`${countText(items.length, 'default setting')} added. They are saved when you press Save.`);
  };
}

const EDGES = { new: 'good', changed: 'accent', removed: 'bad' } as const;

/** The settings: searched, filtered, sorted by name, ten a page [CFG-01]. */
export function ConfigTable({ search, onClear }: { search: string; onClear: () => void }) {
  const { editor, view } = useEditor();
  const { segment } = view;
  const isNarrow = useMediaQuery('(max-width:700px)');
  const rows = useMemo(() => filterRows(editor.rows, segment, search), [editor.rows, segment, search]);
  return (
    <LocalTable
      label="Settings"
      columns={isNarrow ? NARROW_CONFIG_COLUMNS : CONFIG_COLUMNS}
      rows={rows}
      getRowId={(row) => row.key}
      defaultSort={{ column: 'name', direction: 'asc' }}
      // While the address lags behind the typing, its page number belongs to the previous text.
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
      title={`No results found. (${numberText(editor.rows.length)} items filtered)`}
      actions={<ActionButton onClick={clear}>Clear filters</ActionButton>}
    >
      {search === '' ? `No setting is in “${SEGMENT_WORDS[view.segment]}” now.` : `Nothing matches “${search}”.`}
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
            Add setting
          </ActionButton>
        </>
      }
    >
      What you add stays in this tab until Save.
    </StatePanel>
  );
}
