import { createHash } from 'node:crypto';
import type { BrandContent, BrandColours } from '@mission-control/contract/branding/schema';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';

/** Brandings before the published one whose files are kept: pages that are open, or kept by a proxy, still name them. */
const EARLIER = 10;

/** What of an entry tells the files of the brandings before. */
const earlierEntry = z.object({ files: z.array(z.string()), earlier: z.array(z.array(z.string())) });

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
 * The files of the brandings before this one, the last first, without those that are now too old, which are removed. What cannot be
 * removed stays among them, so that the next branding tries again.
 */
async function earlierFiles(ctx: Ctx, current: string, now: readonly string[]): Promise<string[][]> {
  const before = entryOf(await ctx.ports.files.read(current));
  const all = before === null ? [] : [before.files, ...before.earlier];
  const others = all.map((files) => files.filter((file) => !now.includes(file))).filter((files) => files.length > 0);
  const kept = others.slice(0, EARLIER);
  for (const files of others.slice(EARLIER)) {
    const old = files.filter((file) => !kept.flat().includes(file));
    try {
      for (const file of old) await ctx.ports.files.remove(file);
    } catch (error) {
      ctx.log.warn({ err: error }, 'old files of a branding could not be removed');
      kept.push(old);
    }
  }
  return kept;
}

/** Null without one that tells its files: those of an older console are not known, and stay. */
function entryOf(content: Buffer | null): z.infer<typeof earlierEntry> | null {
  if (content === null) return null;
  try {
    return earlierEntry.safeParse(JSON.parse(content.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
