import { z } from 'zod';
import { postedArm } from '../config/posted-arm.ts';

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform((value) => value === true || value === 1);
/** A number, or the same as text; none when it is left out, null or empty. */
const choice = z
  .union([
    z.int().positive(),
    z.string().regex(/^[1-9]\d{0,8}$/, 'must be the id of a database'),
    z.literal(''),
    z.null(),
  ])
  .optional()
  .transform((value) => (value === undefined || value === null || value === '' ? null : Number(value)));

/** The adding arm of POST /api/tenant/{id}/{service} (C-006) [SVC-01]. */
export const addServiceBody = z.strictObject(
  {
    initialize: z.literal(true),
    /** Also makes a database for the tenant. */
    create_db: flag.default(false),
    /** Id of the database server, for a service that has a database. */
    database: choice,
    /** For CoursePro, one of the bridges. */
    bridge: z
      .string()
      .max(40)
      .nullish()
      .transform((value) => value || null),
  },
  {
    error: ({ input }) => {
      const arm = postedArm(input);
      return arm.kind === 'both' ? arm.message : undefined;
    },
  },
);
export type AddServiceBody = z.output<typeof addServiceBody>;
