import type { Call } from './call.ts';
import { auditCalls } from './audit/calls.ts';
import { authCalls } from './auth/calls.ts';
import { brandingCalls } from './branding/calls.ts';
import { competencyCalls } from './competency/calls.ts';
import { configCalls } from './config/calls.ts';
import { cronCalls } from './cron/calls.ts';
import { dashboardCalls } from './dashboard/calls.ts';
import { databaseCalls } from './databases/calls.ts';
import { environmentCalls } from './environments/calls.ts';
import { eventCalls } from './events/calls.ts';
import { healthCalls } from './health/calls.ts';
import { helpCalls } from './help/calls.ts';
import { leisureCalls } from './leisure/calls.ts';
import { licenceCalls } from './licences/calls.ts';
import { memberCalls } from './members/calls.ts';
import { logLevelCalls } from './log-level/calls.ts';
import { releaseCalls } from './releases/calls.ts';
import { reportCalls } from './reports/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { tokenCalls } from './people/token-calls.ts';
import { monitorCalls } from './monitors/calls.ts';
import { seedTenant } from './releases/seed/calls.ts';
import { runCalls } from './runs/calls.ts';
import { searchCalls } from './search/calls.ts';
import { serviceCalls } from './services/calls.ts';
import { soapCalls } from './soap/calls.ts';
import { systemCalls } from './system/calls.ts';
import { tenantCalls } from './tenants/calls.ts';
import { translationCalls } from './translations/calls.ts';
import { utopiaCalls } from './utopia/calls.ts';

/** All calls of the console; literal segments precede parameters in the same position (C-002..C-005). */
export const calls: readonly Call[] = [
  ...healthCalls,
  ...authCalls,
  ...eventCalls,
  ...cronCalls,
  ...systemCalls,
  ...tenantCalls,
  ...environmentCalls,
  ...dashboardCalls,
  ...databaseCalls,
  ...releaseCalls,
  ...reportCalls,
  ...monitorCalls,
  ...searchCalls,
  ...leisureCalls,
  ...serviceCalls,
  ...logLevelCalls,
  ...configCalls,
  ...runCalls,
  seedTenant,
  ...translationCalls,
  ...utopiaCalls,
  ...brandingCalls,
  ...licenceCalls,
  ...competencyCalls,
  ...memberCalls,
  ...soapCalls,
  ...auditCalls,
  ...helpCalls,
  ...peopleCalls,
  ...tokenCalls,
];
