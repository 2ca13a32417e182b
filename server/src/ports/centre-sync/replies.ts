import { z } from 'zod';

const text = (length: number) => z.string().trim().min(1).max(length);
const allDiffer = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** The answer of GET /api/centres; what else a centre has is left out. */
export const centresReply = z
  .array(z.object({ id: z.int().positive(), name: text(200) }))
  .max(10_000)
  .refine((centres) => allDiffer(centres.map(({ id }) => id)), 'the same id stands there twice');

/** The answer of GET /api/languages. */
export const languagesReply = z
  .array(z.object({ code: z.string().regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$/), name: text(100) }))
  .max(500)
  .refine((languages) => allDiffer(languages.map(({ code }) => code)), 'the same code stands there twice');
