import { createHash } from 'node:crypto';
import type { BrandContent, BrandColours } from '@mission-control/contract/branding/schema';
import type { Ctx } from '../../platform/context.ts';

/** What a generation publishes. */
export interface BrandingFiles {
  css: string;
  colours: BrandColours;
  content: BrandContent;
  /** Path in the file store; null without a logo. */
  logo: string | null;
  tenant: { id: number; name: string };
  /** Where the theme came from. */
  source: { app: string; branch: string; commit: string };
}

/**
 * Publishes a branding: style sheet and content under names made from what they hold, then the entry `current.json` that names
 * them. A site that reads the entry has the old or the new branding whole. Answers the paths.
 */
export async function publishBranding(ctx: Ctx, branding: BrandingFiles): Promise<string[]> {
  const { files } = ctx.ports;
  const { tenant, logo } = branding;
  const folder = `branding/${tenant.id}`;
  const content = JSON.stringify({
    tenant: { id: tenant.id, name: tenant.name },
    colors: branding.colours,
    logo_url: logo === null ? '' : files.addressOf(logo),
    ...branding.content,
  });
  const css = `${folder}/${hashOf(branding.css)}.css`;
  const json = `${folder}/${hashOf(content)}.json`;
  await files.put(css, Buffer.from(branding.css));
  await files.put(json, Buffer.from(content));
  const entry = {
    css: files.addressOf(css),
    content: files.addressOf(json),
    logo: logo === null ? null : files.addressOf(logo),
    ...branding.source,
    generated_at: ctx.clock.now().toISOString(),
  };
  const current = `${folder}/current.json`;
  await files.put(current, Buffer.from(JSON.stringify(entry)));
  return [css, json, ...(logo === null ? [] : [logo]), current];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
