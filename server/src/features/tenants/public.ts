export { accounts, tenants } from './tables.ts';
