import { templateItems } from '@mission-control/contract/config/templates';
import { toast } from '../../../ui/toast.ts';
import { changesText } from '../state/save-diff.ts';
import type { ConfigEditor } from './use-config-editor.ts';

/** Adds the default settings of the kind as local edits; a kind without any says so (C-075). */
export function useInjectTemplate(editor: ConfigEditor): () => void {
  const { kind, tenant, keys } = editor;
  return () => {
    const items = templateItems(kind.slug, tenant.tenant_name, keys);
    if (items.length === 0) {
      toast.info(`There is no default template for a ${kind.label} config.`);
      return;
    }
    editor.inject(items);
    toast.info(`${changesText(items.length, 'default setting')} added. They are saved when you press Save.`);
  };
}
