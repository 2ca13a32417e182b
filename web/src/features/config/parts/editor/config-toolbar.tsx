import { mdiCached, mdiPlus } from '@mdi/js';
import { useMemo } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { Toolbar } from '../../../../ui/layout/panel.tsx';
import { SearchField } from '../../../../ui/field/search-field.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { countSegments } from '../../state/rebase.ts';
import { useEditor } from './editor-context.ts';
import { Spring } from './layout.ts';

/** Search, segments, Generate Cache where the kind has one [CFG-11], and Add. */
export function ConfigToolbar({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const { editor, view } = useEditor();
  const counts = useMemo(() => countSegments(editor.rows), [editor.rows]);
  return (
    <Toolbar>
      <SearchField label="Search settings" value={search} onChange={onSearch} />
      <Segment
        label="Show"
        value={view.segment}
        onChange={view.setSegment}
        options={[
          { value: 'all', label: 'All', count: counts.all },
          { value: 'unsaved', label: 'Unsaved', count: counts.unsaved },
          { value: 'warnings', label: 'Warnings', count: counts.warnings },
        ]}
      />
      <Spring />
      {editor.cache.generate ? (
        <ActionButton icon={mdiCached} pending={editor.cache.generating} onClick={editor.cache.generate}>
          Generate Cache
        </ActionButton>
      ) : null}
      <ActionButton icon={mdiPlus} aria-haspopup="dialog" onClick={() => view.open('add')}>
        Add
      </ActionButton>
    </Toolbar>
  );
}
