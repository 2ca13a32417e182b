import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createLog } from '../../platform/log/log.ts';
import { readEnv } from '../settings/env.ts';
import { openSites } from './sites.ts';

const log = createLog('silent');
const dataDir = temporaryFolder();
const open = (settings: Record<string, string>) => openSites(readEnv(settings), dataDir, log);

describe("the tenants' sites", () => {
  it('are those of the sandbox fleet while it runs, and unreachable afterwards', async () => {
    const sites = open({});
    const ask = () => sites.client.send({ url: 'https://brimham-active.coursepro.co.uk/api/centres' });
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString())).toContainEqual({ id: 101, name: expect.any(String) as string });
    sites.close();
    await expect
      .poll(() => ask().catch((error: unknown) => error))
      .toMatchObject({ message: 'brimham-active.coursepro.co.uk refuses the connection: nothing listens there.' });
  });

  it.each([
    ['without the sandbox', { SANDBOX: 'off' }],
    ['with an inventory of its own', { INVENTORY_FILE: 'fleet.json' }],
  ])('are resolved by DNS %s, but never to this machine', async (_name, settings) => {
    const asked = open({ ...settings, SITES_NETWORKS: '0.0.0.0/0', SITES_PORTS: '4000' }).client.send({
      url: 'http://127.0.0.1:4000/',
    });
    await expect(asked).rejects.toMatchObject({ message: expect.stringMatching(/leads to this machine/) as string });
  });

  it('are behind the configured gateway', async () => {
    // Nothing listens on port 1.
    const { client } = open({ SITES_GATEWAY: 'http://127.0.0.1:1' });
    await expect(client.send({ url: 'https://elm.example/' })).rejects.toMatchObject({ code: 'target_failed' });
  });

  it.each([
    ['SITES_NETWORKS', '10.0.0.0'],
    ['SITES_NETWORKS', '10.0.0.0/8,'],
    ['SITES_PORTS', '8080,http'],
    ['SITES_PORTS', '0'],
    ['SITES_TOKEN', 'two words'],
    ['SITES_GATEWAY', 'ftp://gateway'],
  ])('reject the setting %s=%s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(name);
  });
});
