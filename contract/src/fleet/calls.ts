import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { kindParams, savedThing, thingImpact, thingList, thingParams, thingTenants } from './schema.ts';

export const listThings = defineCall({
  name: 'listThings',
  method: 'GET',
  path: '/api/fleet/{kind}',
  access: 'admin',
  topics: () => [TOPIC.environments, TOPIC.tenants, TOPIC.databases],
  throttleMs: 2000,
  summary: 'All items of a kind in the fleet, with their fields as an inventory declares them, and their usage.',
  params: kindParams,
  answer: thingList,
});

export const listThingTenants = defineCall({
  name: 'listThingTenants',
  method: 'GET',
  path: '/api/fleet/{kind}/{key}/tenants',
  access: 'viewer',
  topics: () => [TOPIC.environments, TOPIC.tenants, TOPIC.databases],
  summary: 'The tenants that use an item of the fleet, except deleted ones.',
  params: thingParams,
  answer: thingTenants,
});

export const saveThing = defineCall({
  name: 'saveThing',
  method: 'POST',
  path: '/api/fleet',
  access: 'admin',
  summary:
    'Adds or changes a region, account, environment with its servers, certificate, database host or config key. Servers are not touched.',
  body: savedThing,
  answer: z.object({ key: z.string() }),
});

/** A POST because of its body; changes nothing. */
export const previewThing = defineCall({
  name: 'previewThing',
  method: 'POST',
  path: '/api/fleet/impact',
  access: 'admin',
  summary: 'The effect of saving an item of the fleet: tenants affected, and configs that will need a commit.',
  body: savedThing,
  answer: thingImpact,
});

export const retireThing = defineCall({
  name: 'retireThing',
  method: 'DELETE',
  path: '/api/fleet/{kind}/{key}',
  access: 'admin',
  summary: 'Removes an unused item of the fleet; 409 with its usage otherwise.',
  params: thingParams,
  answer: z.object({}),
});
