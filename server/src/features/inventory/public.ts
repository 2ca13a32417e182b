export { importInventory, importInventoryFile, type PastWriter } from './service.ts';
export { applyInventory, planInventory } from './apply.ts';
export { planText } from './plan.ts';
export { checkInventory, readInventoryText, withLines } from './read-inventory.ts';
export { followKey, followServers, serverChanges, type Effects } from './follow-item.ts';
export { listDeclared, putItem, removeItem } from './queries-fleet.ts';
export { lockFleet } from './queries.ts';
export { USERS } from './queries-uses.ts';
