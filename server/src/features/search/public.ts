export { searchTenants } from './service.ts';
