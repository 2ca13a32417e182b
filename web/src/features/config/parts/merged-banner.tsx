import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { useEditor } from './editor-context.ts';

/** Tells that somebody saved while edits were open here, and what became of them. */
export function MergedBanner({ saving }: { saving: boolean }) {
  const { editor } = useEditor();
  const [seen, setSeen] = useState(0);
  const { moved, overlaps } = editor.rebased;
  const { revision, saved_by: by } = editor.state;
  if (!moved || saving || seen >= revision) return null;
  const clash = overlaps.size > 0;
  return (
    <Banner
      live
      meaning={clash ? 'warn' : 'notice'}
      title={`${by ?? 'Somebody'} saved revision ${revision}.`}
      action={
        <ActionButton variant="ghost" size="small" onClick={() => setSeen(revision)}>
          Dismiss
        </ActionButton>
      }
    >
      {clash
        ? `You both changed ${[...overlaps].join(', ')}. Your edits are kept; Save asks which one to keep.`
        : 'Your edits do not overlap and were merged.'}
    </Banner>
  );
}
