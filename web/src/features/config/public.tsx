export { CommitPanel } from './parts/card/commit-panel.tsx';
export { ConfigButtons, ValidateButton } from './parts/card/config-buttons.tsx';
export { ConfigDriftBox, ConfigStateBox } from './parts/card/config-state-box.tsx';
export { SettleDialog } from './parts/drift/settle-dialog.tsx';
export { tenantsOfChoice } from './state/board.ts';
