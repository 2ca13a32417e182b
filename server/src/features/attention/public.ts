export { attentionOfTenant } from './attention.ts';
