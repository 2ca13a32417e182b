export { importInventory, importInventoryFile, type PastWriter } from './service.ts';
