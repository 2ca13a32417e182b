import type { Call } from './call.ts';
import * as attention from './attention/calls.ts';
import * as alerts from './alerts/calls.ts';
import * as audit from './audit/calls.ts';
import * as auth from './auth/calls.ts';
import * as bulk from './bulk/calls.ts';
import * as branding from './branding/calls.ts';
import * as competency from './competency/calls.ts';
import * as competencyReports from './competency/schema.ts';
import * as config from './config/calls.ts';
import * as cron from './cron/calls.ts';
import * as cronReports from './cron/schema.ts';
import * as dashboard from './dashboard/calls.ts';
import * as dashboardReports from './dashboard/schema.ts';
import * as databases from './databases/calls.ts';
import * as drafts from './drafts/calls.ts';
import * as environments from './environments/calls.ts';
import * as events from './events/calls.ts';
import * as fleet from './fleet/calls.ts';
import * as health from './health/calls.ts';
import * as help from './help/calls.ts';
import * as inventory from './inventory/calls.ts';
import * as leisure from './leisure/calls.ts';
import * as licences from './licences/calls.ts';
import * as logLevel from './control/calls.ts';
import * as members from './members/calls.ts';
import * as monitors from './monitors/calls.ts';
import * as checksImport from './monitors/import/calls.ts';
import * as passkeys from './people/passkeys/calls.ts';
import * as people from './people/calls.ts';
import * as presence from './presence/calls.ts';
import * as releases from './releases/calls.ts';
import * as reports from './reports/calls.ts';
import * as runs from './runs/calls.ts';
import * as search from './search/calls.ts';
import * as services from './services/calls.ts';
import * as soap from './soap/calls.ts';
import * as system from './system/calls.ts';
import * as tenants from './tenants/calls.ts';
import * as timeline from './timeline/calls.ts';
import * as translations from './translations/calls.ts';
import * as utopia from './utopia/calls.ts';
import * as views from './views/calls.ts';
import * as windows from './windows/calls.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** Arms of one call, which the server mounts for both. */
const arms: readonly Call[] = [config.saveConfig, services.addService];

/** All calls of the console, as exported by the features. */
export const calls: readonly Call[] = [
  health,
  auth,
  events,
  cron,
  system,
  tenants,
  attention,
  environments,
  fleet,
  dashboard,
  databases,
  releases,
  reports,
  monitors,
  checksImport,
  alerts,
  windows,
  search,
  leisure,
  services,
  logLevel,
  config,
  runs,
  bulk,
  translations,
  utopia,
  branding,
  licences,
  competency,
  members,
  inventory,
  soap,
  audit,
  timeline,
  help,
  views,
  drafts,
  presence,
  people,
  passkeys,

  competencyReports,
  cronReports,
  dashboardReports,
]
  .flatMap((feature): unknown[] => Object.values(feature))
  .filter(isCall)
  .filter((call) => !arms.includes(call));
