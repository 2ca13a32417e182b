import { expect, it, onTestFinished } from 'vitest';
import { startNameServer } from '../platform/testing/name-server.ts';
import { createNameLookup } from './name-lookup.ts';

it(
  'returns the addresses, none for an unknown name, and null when no server responds',
  { timeout: 20_000 },
  async () => {
    const { server, close } = await startNameServer();
    onTestFinished(close);
    const names = createNameLookup([server]);
    expect(await names.addressesOf('known.example')).toEqual(['192.0.2.7']);
    expect(await names.addressesOf('other.example')).toEqual([]);
    expect(await names.addressesOf('silent.example')).toBeNull();
  },
);

it('asks the next name server when one refuses', async () => {
  const [refusing, answering] = [await startNameServer(5), await startNameServer()];
  onTestFinished(() => (refusing.close(), answering.close()));
  const names = createNameLookup([refusing.server, answering.server]);
  expect(await names.addressesOf('known.example')).toEqual(['192.0.2.7']);
  expect(await names.addressesOf('other.example')).toEqual([]);
  expect(await createNameLookup([refusing.server]).addressesOf('known.example')).toBeNull();
});
