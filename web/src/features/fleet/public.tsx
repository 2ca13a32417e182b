export { AddServerDialog } from './parts/add-server-dialog.tsx';
export { typeLabel } from './thing-fields.ts';
