import { ROLES } from '@mission-control/contract/call';
import { ITEM_KINDS } from '@mission-control/contract/inventory/plan';
import { FLEET_TENANTS } from '@mission-control/contract/inventory/schema';
import { countText } from '@mission-control/contract/numbers';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mission-control/contract/people/schema';
import { z } from 'zod';
import { isNetwork } from '../../platform/http/address-rules.ts';
import { LOG_LEVELS } from '../../platform/log/log.ts';
import { isIssuer } from '../../ports/identity/oidc-driver.ts';
import { isSigningKey } from '../../ports/signing.ts';
import { auditFaults, auditSettings } from './audit-settings.ts';
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts';
import { misspeltSettings } from './setting-names.ts';
import {
  bearerToken,
  commaList,
  hasPasswordLength,
  httpUrl,
  isProxy,
  jsonSetting,
  nonEmpty,
  wholeNumber,
} from './setting-values.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const fleetSize = wholeNumber(z.int().min(1).max(FLEET_TENANTS)).default(250);

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const port = wholeNumber(z.int().max(65_535));
/** All settings of the server; the table of docs/configuration.md is generated from it. */
export const envSchema = z.object({
  PORT: port.default(4400).describe('Port of the console; 0 selects a free one.'),
  HOST: nonEmpty.default('127.0.0.1').describe('Address to listen on.'),
  DATA_DIR: nonEmpty
    .default('./var')
    .describe(
      'Folder of the embedded database, generated keys, published configs, logos and generated branding, releases, copies of repositories, audit checkpoints and the sandbox fleet. Each start removes the access of other users to it, except below `fleet`, `releases/servers` and `releases/work`; if the folder itself has mode 0710, it keeps it.',
    ),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('PostgreSQL to use; without it the embedded database serves one process.'),
  DATABASE_OWNER_URL: postgresUrl
    .optional()
    .describe(
      'The same PostgreSQL database with the role of its owner, for migrations and retention only: the role of DATABASE_URL then cannot change the audit log. One process needs it, preferably a worker (docs/operating.md).',
    ),
  DATABASE_SERVERS_FILE: nonEmpty
    .optional()
    .describe(
      "JSON file with the connections to tenants' database servers; without it, tenants' databases are schemas in the console's own database.",
    ),
  PROCESS: z
    .enum(['all', 'web', 'worker'])
    .default('all')
    .describe('Role of this process: `web` serves requests, `worker` runs jobs, `all` does both.'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe('Public address, if it differs from http://HOST:PORT; https makes cookies Secure.'),
  TRUST_PROXY: commaList
    .refine((proxies) => proxies.every(isProxy), 'must be addresses or networks like 10.20.0.0/16, separated by commas')
    .optional()
    .describe('Addresses or networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas.'),
  SANDBOX: onOff
    .optional()
    .describe('`on` fills an empty console with the sandbox fleet; on by default without DATABASE_URL.'),
  SANDBOX_TENANTS: fleetSize.describe('Number of sandbox tenants. Those after the first 10,000 have few settings.'),
  SANDBOX_SEED: wholeNumber(z.int())
    .default(1)
    .describe('Seed of the sandbox fleet: the same seed generates the same fleet.'),
  SANDBOX_REPORTS: onOff.optional().describe('`off` stops the periodic cron and system reports of the sandbox fleet.'),
  SANDBOX_HISTORY: onOff
    .optional()
    .describe('`off` starts the sandbox fleet without the history of the last 90 days (checks, runs, changes).'),
  INVENTORY_FILE: nonEmpty
    .optional()
    .describe('Inventory imported into an empty console instead of the sandbox fleet.'),
  INVENTORY_BY_HAND: commaList
    .pipe(z.array(z.enum(ITEM_KINDS)))
    .optional()
    .describe(
      `Kinds maintained by hand, separated by commas: the inventory adds such items but never changes or removes them. Any of ${ITEM_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`,
    ),
  ADMIN_USER: z.string().trim().min(1).max(100).default('admin').describe('Name of the first account.'),
  ADMIN_PASSWORD: z
    .string()
    .refine(hasPasswordLength, `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`)
    .optional()
    .describe(
      'Password of the first account, 12 to 128 characters and none of the most used ones; generated and printed once when absent. If set later, it applies until someone signs in with that account.',
    ),
  SECRETS_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64: `openssl rand -base64 32`')
    .optional()
    .describe('Key that encrypts secret values, 32 bytes in base64; when absent, a key file is created in DATA_DIR.'),
  ...auditSettings,
  LICENCE_KEYS: commaList
    .pipe(z.array(z.string().refine(isSigningKey, 'must be 32 bytes in base64: `openssl rand -base64 32`')))
    .refine((keys) => keys[0]?.startsWith('public:') !== true, 'must begin with a secret key, which signs')
    .optional()
    .describe(
      'Ed25519 keys of licences, 32 bytes in base64 each, separated by commas: the first signs, the others only verify older licences; when absent, a key file is created in DATA_DIR (docs/licences.md).',
    ),
  PUBLISHING: z
    .enum(['directory', 'sftp'])
    .default('directory')
    .describe(
      'Where configs are published: `directory` for folders below DATA_DIR/fleet, `sftp` for the servers of SFTP_SERVERS_FILE.',
    ),
  SFTP_SERVERS_FILE: nonEmpty
    .optional()
    .describe('JSON file with the connection to each server; required with PUBLISHING=sftp (docs/operating.md).'),
  SITES_GATEWAY: httpUrl
    .optional()
    .describe(
      "Gateway for requests to tenants' sites, which keep their Host header; set automatically for the sandbox fleet. Without it, sites are resolved by DNS.",
    ),
  SITES_TOKEN: bearerToken.optional().describe("Bearer token sent to tenants' CoursePro and Strive sites."),
  SITES_NETWORKS: commaList
    .refine((networks) => networks.every(isNetwork), 'must be networks like 10.20.0.0/16, separated by commas')
    .optional()
    .describe(
      "Private networks allowed for tenants' sites, alert webhooks, mail servers and the Straker API, e.g. 10.20.0.0/16, separated by commas; all other addresses must be public.",
    ),
  SITES_PORTS: commaList
    .pipe(z.array(wholeNumber(z.int().min(1).max(65_535))))
    .optional()
    .describe(
      "Ports allowed for tenants' sites, alert webhooks, mail servers and the Straker API besides 80 and 443, separated by commas; mail servers may also use 25, 465, 587 and 2525.",
    ),
  LEISURE_HUB_HOSTS: commaList
    .pipe(
      z.array(
        z
          .string()
          .toLowerCase()
          .regex(/^(\*\.)?([a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be hosts, separated by commas; `*.` in front of one'),
      ),
    )
    .optional()
    .describe(
      "Hosts that the login of a tenant's leisure hub may redirect to, separated by commas; `*.example.com` matches every host below example.com. Without it, only the sandbox's.",
    ),
  COMMAND_ENV: commaList
    .pipe(z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be names of variables, separated by commas')))
    .default(['PATH', 'HOME', 'LANG', 'TZ'])
    .describe('Environment variables passed to commands, separated by commas; all others are withheld.'),
  SEED_COMMAND: jsonSetting(z.array(nonEmpty).min(1), 'must be a JSON list of texts')
    .optional()
    .describe(
      'Command that seeds a tenant, as a JSON list: `["php", "artisan", "tenant:seed", "--tenant={tenant}"]`. The sandbox fleet has its own.',
    ),
  LIVE_TO_TEST_COMMAND: z
    .string()
    .max(300)
    .regex(/^(?=.*\{live\})(?=.*\{test\})[^\p{Cc}]+$/u, 'must be one line that contains {live} and {test}')
    .optional()
    .describe(
      "The platform's command that copies a live tenant to its test tenant; Live to Test shows it for the person to run: `platformctl copy {live} {test}`, with the ids of both.",
    ),
  RELEASES_FILE: nonEmpty
    .optional()
    .describe(
      'JSON file with the repository, the build, migration and health commands, and the servers of each app (docs/operating.md); the sandbox fleet has its own.',
    ),
  RELEASES_DIR: nonEmpty
    .optional()
    .describe(
      "Local or mounted folder for built releases and the servers' copies; `releases` in DATA_DIR when absent.",
    ),
  RELEASES_KEPT: wholeNumber(z.int().min(1))
    .default(30)
    .describe(
      'Number of newest builds kept for each service and environment, besides those that are deployed or can be rolled back to.',
    ),
  RUN_OUTPUT_DAYS: wholeNumber(z.int().min(1))
    .default(180)
    .describe('Days to keep the output of a finished run; the run and its outcome are kept forever.'),
  STRAKER_URL: httpUrl.default('https://api.strakertranslations.com').describe('Address of the Straker API.'),
  STRAKER_TOKEN: bearerToken
    .optional()
    .describe(
      'Token for the Straker API; without it, translations are uploaded only to the fake Straker of the sandbox.',
    ),
  FILES_BUCKET: httpUrl
    .optional()
    .describe(
      'S3-compatible bucket for logos and generated branding, e.g. https://s3.eu-west-1.amazonaws.com/branding; `files` in DATA_DIR when absent.',
    ),
  FILES_REGION: nonEmpty.default('us-east-1').describe('Region of FILES_BUCKET.'),
  FILES_KEY_ID: nonEmpty.optional().describe('Access key id for FILES_BUCKET; needed with it.'),
  FILES_KEY: nonEmpty.optional().describe('Secret access key for FILES_BUCKET; needed with it.'),
  DEFAULT_ROLE: z
    .enum(ROLES)
    .default('admin')
    .describe('Role of a person added here without an explicit role: viewer, operator, release-manager or admin.'),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address without query and fragment; http is for this machine only')
    .optional()
    .describe(
      'Issuer of the OpenID Connect provider for single sign-on, exactly as it names itself (docs/operating.md); without it people sign in with passwords only.',
    ),
  OIDC_CLIENT_ID: nonEmpty.optional().describe('Id of the console at the provider; needed with OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: nonEmpty.optional().describe('Secret of the console at the provider; needed with OIDC_ISSUER.'),
  OIDC_SCOPE: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e ]+$/, 'must be words separated by spaces')
    .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
    .default('openid profile email')
    .describe('Scopes requested from the provider, separated by spaces.'),
  OIDC_ROLE_CLAIM: nonEmpty
    .default('groups')
    .describe("Claim that holds a person's groups: its name, or a path like `realm_access.roles`."),
  OIDC_ROLES: jsonSetting(z.record(nonEmpty, z.enum(ROLES)), 'must map groups to roles in JSON')
    .optional()
    .describe(
      'Roles by group, as JSON: `{"console-admins": "admin", "support": "viewer"}`. The roles are viewer, operator, release-manager and admin; the highest one counts.',
    ),
  OIDC_DEFAULT_ROLE: z
    .enum(ROLES)
    .optional()
    .describe('Role of people whose groups map to no role; without it they have no access.'),
  OIDC_ONLY: onOff.optional().describe('`on` accepts single sign-on only, no passwords.'),
  OIDC_CONTACT: z
    .string()
    .max(200)
    .optional()
    .describe('Contact for people without a role, e.g. an address or a team; the page that denies access shows it.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,4096}$/, 'must be printable ASCII without spaces, at least 16 characters')
    .optional()
    .describe(
      'Bearer token for remote access to /metrics, at least 16 printable ASCII characters without spaces; without it, only this machine has access.',
    ),
  METRICS_PORT: port.optional().describe('Port of `/metrics` and `/api/health` of a worker, on `HOST`; 0 selects one.'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .describe(
      'Minimum level that is logged: `fatal`, `error`, `warn`, `info`, `debug` or `trace`; `silent` logs nothing.',
    ),
});

export type Env = z.output<typeof envSchema>;

/** Settings that need an id and a secret. */
const CREDENTIALS = [
  ['AUDIT_BUCKET', 'AUDIT_BUCKET_KEY_ID', 'AUDIT_BUCKET_KEY'],
  ['FILES_BUCKET', 'FILES_KEY_ID', 'FILES_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
] as const satisfies readonly (readonly (keyof Env)[])[];

/** The variables passed to commands: those of the names that are set. */
export function readCommandEnv(
  names: readonly string[],
  source: Record<string, string | undefined> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = source[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Reads the settings.
 * @throws an Error listing every fault, one per line, without values, since some are secret
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const files = readSecretFiles(source);
  // An empty variable counts as unset: compose and unit files set them like that.
  const given = Object.fromEntries(
    Object.entries({ ...source, ...files.values }).filter(([name, value]) => name in envSchema.shape && value !== ''),
  );
  const parsed = envSchema.safeParse(given);
  const faults = (parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  faults.push(...files.faults, ...auditFaults(given));
  if (given['PUBLISHING'] === 'sftp' && given['SFTP_SERVERS_FILE'] === undefined)
    faults.push('  SFTP_SERVERS_FILE: is needed with PUBLISHING=sftp');
  for (const [name, id, secret] of CREDENTIALS)
    if (given[name] !== undefined && !(given[id] && given[secret]))
      faults.push(`  ${id}, ${secret}: are needed with ${name}`);
  if (parsed.data?.OIDC_ONLY === true && given['OIDC_ISSUER'] === undefined)
    faults.push('  OIDC_ONLY: needs OIDC_ISSUER');
  if (parsed.success && faults.length === 0) return parsed.data;
  const count = countText(faults.length, 'error');
  throw new Error(`The configuration has ${count}:\n${faults.join('\n')}\nSee docs/configuration.md.`);
}

/** Finds variables that look like misspelt settings, which would be ignored silently. */
export function findMisspelt(
  env: Env,
  source: Record<string, string | undefined> = process.env,
): { name: string; meant: string }[] {
  const knownNames = [...Object.keys(envSchema.shape), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)];
  return misspeltSettings(source, knownNames, env.COMMAND_ENV);
}
