import { downloadText } from '../state/download.ts';
import type { ConfigEditor } from './use-config-editor.ts';

/** Hands the config, edits included and secrets masked, to the browser as a JSON file. */
export function downloadConfig({ local, isSecret, target, state }: ConfigEditor): void {
  const file = new Blob([downloadText(local, isSecret)], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${target.kind}-config-tenant-${target.tenantId}-revision-${state.revision}.json`;
  link.click();
  URL.revokeObjectURL(address);
}
