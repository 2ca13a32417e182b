import * as calls from '@mission-control/contract/fleet/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { previewThing } from './impact.ts';
import { listThings, listThingTenants } from './list-things.ts';
import { retireThing, saveThing } from './save-thing.ts';

export const fleetFeature = {
  routes: [
    handle(calls.listThings, listThings),
    handle(calls.listThingTenants, listThingTenants),
    handle(calls.previewThing, previewThing),
    handle(calls.saveThing, saveThing),
    handle(calls.retireThing, retireThing),
  ],
} satisfies Feature;
