export { AddServerDialog } from './parts/add-server-dialog.tsx';
export { typeLabel } from './item-fields.ts';
