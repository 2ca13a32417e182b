import type { BrandColours, BrandContent, EmailSettings } from '@mission-control/contract/branding/schema';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { tenants } from '../tenants/public.ts';

/** What is saved of the Branding tab. */
export interface StoredBrand {
  colours: BrandColours;
  content: BrandContent;
  /** Path in the file store; null without a logo. */
  logo: string | null;
}

/** The branding of a tenant's online-joining page and of its e-mails; each tab is null until it is saved. */
export const brandings = pgTable('brandings', {
  tenantId: integer('tenant_id')
    .primaryKey()
    .references(() => tenants.id, { onDelete: 'cascade' }),
  brand: jsonb().$type<StoredBrand>(),
  /** The branch it was last saved or regenerated with. */
  branch: text(),
  email: jsonb().$type<EmailSettings>(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  updatedBy: text('updated_by').notNull(),
});
