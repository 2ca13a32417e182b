export { importInventory, importInventoryFile } from './service.ts';
