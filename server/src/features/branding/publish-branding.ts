import { hash } from 'node:crypto';
import type { BrandContent, BrandColours } from '@mission-control/contract/branding/schema';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';

/** Earlier brandings whose files are kept: open or cached pages still refer to them. */
const MAX_EARLIER = 10;

/** The part of the entry file that lists current and earlier files. */
const earlierEntry = z.object({ files: z.array(z.string()), earlier: z.array(z.array(z.string())) });

export interface BrandingFiles {
  css: string;
  colours: BrandColours;
  content: BrandContent;
  /** Path in the file store; null without a logo. */
  logo: string | null;
  tenant: { id: number; name: string };
  source: { app: string; branch: string; commit: string };
}

/**
 * Publishes a branding: style sheet and content under content-hashed names, then the entry file `current.json` that refers to
 * them, so that a site sees either the old or the new branding, never a mix. Returns the paths.
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
  const current = `${folder}/current.json`;
  const earlier = await earlierFiles(ctx, current, [css, json]);
  const entry = {
    css: files.addressOf(css),
    content: files.addressOf(json),
    logo: logo === null ? null : files.addressOf(logo),
    ...branding.source,
    generated_at: ctx.clock.now().toISOString(),
    files: [css, json],
    earlier,
  };
  await files.put(current, Buffer.from(JSON.stringify(entry)));
  return [css, json, ...(logo === null ? [] : [logo]), current];
}

/**
 * The files of earlier brandings, newest first, after removing the ones that are too old. Files that could not be removed stay in
 * the list, so that the next branding retries.
 */
async function earlierFiles(ctx: Ctx, current: string, now: readonly string[]): Promise<string[][]> {
  const before = entryOf(await ctx.ports.files.read(current));
  const all = before === null ? [] : [before.files, ...before.earlier];
  const others = all.map((files) => files.filter((file) => !now.includes(file))).filter((files) => files.length > 0);
  const kept = others.slice(0, MAX_EARLIER);
  for (const files of others.slice(MAX_EARLIER)) {
    const old = files.filter((file) => !kept.flat().includes(file));
    try {
      for (const file of old) await ctx.ports.files.remove(file);
    } catch (error) {
      ctx.log.warn({ err: error }, 'failed to remove old branding files');
      kept.push(old);
    }
  }
  return kept;
}

/** Null for an entry without a file list: older consoles wrote none, and their files are kept. */
function entryOf(content: Buffer | null): z.infer<typeof earlierEntry> | null {
  if (content === null) return null;
  try {
    return earlierEntry.safeParse(JSON.parse(content.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

const hashOf = (text: string): string => hash('sha256', text).slice(0, 32);
