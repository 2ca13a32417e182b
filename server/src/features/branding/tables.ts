import type { BrandColours, BrandContent, EmailSettings } from '@mission-control/contract/branding/schema';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../../platform/database/columns.ts';
import { tenantId } from '../../fleet/tables.ts';

/** The saved Branding tab. */
export interface StoredBrand {
  colours: BrandColours;
  content: BrandContent;
  /** Path in the file store; null without a logo. */
  logo: string | null;
}

/** Branding of a tenant's online-joining page and e-mails; each tab is null until it is saved. */
export const brandings = pgTable('brandings', {
  tenantId: tenantId().primaryKey(),
  brand: jsonb().$type<StoredBrand>(),
  /** Branch of the last save or generation. */
  branch: text(),
  email: jsonb().$type<EmailSettings>(),
  updatedAt: time('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
});
