import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useEditor } from './editor-context.ts';
import { Fact } from './header-meta.tsx';

/** HomePortal: which cached config unsaved changes are told from. */
export function CacheFact() {
  const { cache, flagged, unsaved } = useEditor().editor;
  if (!cache.entry) {
    return cache.outdated ? <Fact>The cached config is older than the saved one</Fact> : null;
  }
  if (flagged && unsaved === 0) {
    return (
      <StatusChip meaning="warn" variant="quiet">
        Unsaved against the cached config
      </StatusChip>
    );
  }
  return (
    <Fact>
      Cached <RelativeTime at={cache.entry.at} />
    </Fact>
  );
}
