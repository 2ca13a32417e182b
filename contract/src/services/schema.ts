import { z } from 'zod';
import { flag, id, idOrDigits } from '../id.ts';
import { postedArm } from '../config/schema.ts';
import { serviceSlug } from '../slugs.ts';

/** None when absent, null or empty. */
const choice = z
  .union([idOrDigits, z.literal(''), z.null()])
  .optional()
  .transform((value) => value || null);

const placeId = id.nullable().optional();

/** Placement of a new service; omitted parts default to the proposal of `getPlacement`. */
const placement = z.strictObject({
  web_environment_id: placeId,
  worker_environment_id: placeId,
  sns_environment_id: placeId,
  certificate: placeId,
  /** Its primary domain. */
  domain: z.string().max(300).optional(),
});
export type Placement = z.infer<typeof placement>;

const placeChoice = z.object({
  _id: z.int(),
  environment_name: z.string(),
  /** Number of tenants' services currently on it. */
  services: z.int(),
});
const place = z.object({
  /** Id of the proposed environment; null: the region has none. */
  proposed: z.int().nullable(),
  /** The environments in the tenant's region that serve the service, by name. */
  choices: z.array(placeChoice),
});
export type PlaceProposal = z.infer<typeof place>;

/** The effect of adding a service; null for parts that the service does not have. */
export const placementProposal = z.object({
  service: serviceSlug,
  web: place.nullable(),
  worker: place.nullable(),
  sns: place.nullable(),
  domain: z.string(),
  /** Certificates to choose from, for services that have one. */
  certificates: z.array(z.object({ _id: z.int(), certificate_name: z.string(), domain: z.string() })).nullable(),
  /** Name of the database that `create_db` creates. */
  database: z.string(),
  /** Initial number of settings in its configs; null for a service without config. */
  settings: z.int().nullable(),
});
export type PlacementProposal = z.infer<typeof placementProposal>;

/** The add arm of POST /api/tenant/{id}/{service} (C-006) [SVC-01]. */
export const addServiceBody = z.strictObject(
  {
    initialize: z.literal(true),
    /** Also creates a database for the tenant. */
    create_db: flag.default(false),
    /** Id of the database server, for services with a database. */
    database: choice,
    /** For CoursePro, one of the bridges. */
    bridge: z
      .string()
      .max(40)
      .nullish()
      .transform((value) => value || null),
    placement: placement.optional(),
  },
  {
    error: ({ input }) => {
      const arm = postedArm(input);
      return arm.kind === 'both' ? arm.message : undefined;
    },
  },
);
export type AddServiceBody = z.output<typeof addServiceBody>;

/** A removed service that can be restored. */
export const deletedService = z.object({
  service: serviceSlug,
  deleted_at: z.string(),
  deleted_by: z.string(),
  /** When it is purged. */
  purge_at: z.string(),
  /** Its domains, primary first; they may have been taken since. */
  hosts: z.array(z.string()),
  /** Label of the server that still has its database; null without one. */
  db_host_label: z.string().nullable(),
});
export type DeletedService = z.infer<typeof deletedService>;
