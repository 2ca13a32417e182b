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
  summary:
    'All things of a kind of the fleet, with their fields as an inventory declares them and where they are used.',
  params: kindParams,
  answer: thingList,
});

export const listThingTenants = defineCall({
  name: 'listThingTenants',
  method: 'GET',
  path: '/api/fleet/{kind}/{key}/tenants',
  access: 'viewer',
  topics: () => [TOPIC.environments, TOPIC.tenants, TOPIC.databases],
  summary: 'The living tenants that use a thing of the fleet.',
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
  summary:
    'What saving a thing of the fleet would do: tenants that it concerns, and configs that will wait for a commit.',
  body: savedThing,
  answer: thingImpact,
});

export const retireThing = defineCall({
  name: 'retireThing',
  method: 'DELETE',
  path: '/api/fleet/{kind}/{key}',
  access: 'admin',
  summary: 'Removes a thing of the fleet that nothing uses; 409 says who uses it.',
  params: thingParams,
  answer: z.object({}),
});
