import { z } from 'zod';

/** Inline text of the guide. */
const guideInline = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'strong', 'code']), text: z.string() }),
  z.object({ kind: z.literal('link'), text: z.string(), href: z.string() }),
]);
export type GuideInline = z.infer<typeof guideInline>;

const line = z.array(guideInline);
const plainBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('paragraph'), line }),
  z.object({ kind: z.literal('picture'), name: z.string(), alt: z.string() }),
]);
export type GuidePlainBlock = z.infer<typeof plainBlock>;

const guideBlock = z.discriminatedUnion('kind', [
  ...plainBlock.options,
  /** Numbered; each step contains its own blocks. */
  z.object({ kind: z.literal('steps'), steps: z.array(z.array(plainBlock)) }),
]);
export type GuideBlock = z.infer<typeof guideBlock>;

/** `id` is the anchor. */
export const guideSection = z.object({ id: z.string(), title: z.string(), blocks: z.array(guideBlock) });
export type GuideSection = z.infer<typeof guideSection>;
