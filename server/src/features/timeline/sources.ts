import type { TimelineSource } from '../../fleet/timeline.ts';
import { alertSources } from '../alerts/public.ts';
import { stoppedReportsSource } from '../attention/public.ts';
import { bulkTimeline } from '../bulk/public.ts';
import { configTimeline, licenceSource } from '../config/public.ts';
import { logLevelTimeline } from '../control/public.ts';
import { cronSources } from '../cron/public.ts';
import { fleetTimeline } from '../fleet/public.ts';
import { monitorSources, monitorTimeline } from '../monitors/public.ts';
import { releaseSources } from '../releases/public.ts';
import { serviceTimeline } from '../services/public.ts';
import { tenantTimeline } from '../tenants/public.ts';
import { windowSources } from '../windows/public.ts';
import { recordedSource } from './recorded-source.ts';

/** All sources of the timeline. Their order ranks entries of the same time, so a cursor of an earlier version may skip some of them. */
export const SOURCES: readonly TimelineSource[] = [
  ...alertSources,
  ...monitorSources,
  ...cronSources,
  stoppedReportsSource,
  licenceSource,
  ...releaseSources,
  ...windowSources,
  recordedSource({
    ...configTimeline,
    ...tenantTimeline,
    ...serviceTimeline,
    ...logLevelTimeline,
    ...bulkTimeline,
    ...fleetTimeline,
    ...monitorTimeline,
  }),
];
