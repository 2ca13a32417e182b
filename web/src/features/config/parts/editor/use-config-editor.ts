import type { TemplateRow } from '@mission-control/contract/config/templates';
import { diffConfig } from '@mission-control/contract/config/diff';
import { configFingerprint } from '@mission-control/contract/config/fingerprint';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import type { EditableItem } from '@mission-control/contract/config/rules';
import type { ConfigItem, ConfigState, KeyMeta } from '@mission-control/contract/config/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useCallback, useMemo, useReducer, type Dispatch } from 'react';
import type { ConfigRef } from '../../queries.ts';
import { baselinePrint } from '../../state/cached-config.ts';
import { editsReducer, NO_EDITS, type EditAction, diffSize } from '../../state/edits.ts';
import { byKey, editable, localItems } from '../../state/local-config.ts';
import { rebase, type Rebased } from '../../state/rebase.ts';
import { buildRows, isSecret } from '../../state/rows.ts';
import { useCachedConfig } from './use-cached-config.ts';

interface EditorInput {
  target: ConfigRef;
  kind: ConfigKind;
  tenant: TenantDetail;
  state: ConfigState;
  items: readonly ConfigItem[];
  keys: readonly KeyMeta[];
  /** The default template of the kind. */
  template: readonly TemplateRow[];
  /** Keys that changed since the last commit. */
  waiting: ReadonlySet<string>;
}

export type ConfigEditor = ReturnType<typeof useConfigEditor>;

/** Local edits layered over the saved config, and their derived state. */
export function useConfigEditor({ target, kind, tenant, state, items, keys: keyList, template, waiting }: EditorInput) {
  const [edits, dispatch] = useReducer(editsReducer, NO_EDITS);
  const saved = useMemo(() => byKey(items), [items]);
  const keys = useMemo(() => new Map(keyList.map((meta) => [meta.key_name, meta])), [keyList]);
  const rebased = useMemo(() => rebase(edits, saved, state.revision), [edits, saved, state.revision]);
  const rows = useMemo(() => buildRows({ saved, keys, rebased, waiting }), [saved, keys, rebased, waiting]);
  const local = useMemo(() => localItems(saved, rebased.edits), [saved, rebased]);
  const diff = useMemo(() => diffConfig(saved.values(), local), [saved, local]);
  const cache = useCachedConfig(target, state.revision);
  const baseline = useMemo(() => baselinePrint(saved.values(), cache.entry), [cache.entry, saved]);
  const flagged = useMemo(() => configFingerprint(local) !== baseline, [local, baseline]);
  const secret = useCallback((key: string) => isSecret(key, saved, keys), [saved, keys]);
  return {
    target,
    kind,
    tenant,
    state,
    saved,
    keys,
    template,
    rows,
    local,
    diff,
    rebased,
    edits,
    /** Number of settings that Save would change; without a cached config, 0 if and only if the hashes are equal [CFG-34, CFG-35]. */
    unsaved: flagged || cache.entry !== null ? diffSize(diff) : 0,
    /** The local config differs from HomePortal's cached config or, without one, from the saved one [CFG-35, CFG-36]. */
    flagged,
    cache,
    /** Servers whose file was changed by hand; null = none known. */
    drift: tenant.config_drift[kind.slug] ?? null,
    isSecret: secret,
    ...editorActions(dispatch, saved, state.revision),
  };
}

function editorActions(dispatch: Dispatch<EditAction>, saved: ReadonlyMap<string, ConfigItem>, revision: number) {
  return {
    dispatch,
    /** Adds or changes a setting. @param base what was saved when the user began */
    put(item: EditableItem, base: { saved: ReadonlyMap<string, ConfigItem>; revision: number }) {
      const before = base.saved.get(item.key);
      dispatch({ type: 'put', item, saved: before ? editable(before) : null, revision: base.revision });
    },
    /** Removes a setting; an unsaved one disappears at once. */
    remove(key: string) {
      const before = saved.get(key);
      if (before) dispatch({ type: 'remove', saved: editable(before), revision });
      else dispatch({ type: 'undo', keys: [key] });
    },
    undo: (key: string) => dispatch({ type: 'undo', keys: [key] }),
    reset: () => dispatch({ type: 'reset' }),
    inject: (items: readonly EditableItem[]) => dispatch({ type: 'inject', items, revision }),
  };
}

/** The setting with local edits; undefined when removed or unknown. */
export function localItem(
  key: string,
  { saved, rebased }: { saved: ReadonlyMap<string, ConfigItem>; rebased: Pick<Rebased, 'edits'> },
): EditableItem | undefined {
  const edit = rebased.edits.get(key);
  if (edit) return edit.item ?? undefined;
  const item = saved.get(key);
  return item && editable(item);
}
