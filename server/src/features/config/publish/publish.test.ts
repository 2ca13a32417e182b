import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../platform/testing/temporary-folder.ts';
import { AppError } from '../../../platform/errors.ts';
import { createDirectoryPublishing } from '../../../ports/config-publishing/directory-driver.ts';
import type { ConfigPublishing, TargetOutcome } from '../../../ports/config-publishing/port.ts';
import { publish } from './publish.ts';

const root = temporaryFolder();

const content = Buffer.from('<?php\n');
const file = { path: 'tenants/1/coursepro.php', content, sha256: hash('sha256', content) };
const STEPS = ['stage', 'verify', 'activate', 'discard'] as const;

/** A fleet in folders whose server `hanging` stops responding at a step; records the requests to each server. */
function fleetWith(hanging: string, from: (typeof STEPS)[number]) {
  const asked: Record<string, string[]> = {};
  const real = createDirectoryPublishing({ root, timeoutMs: 10_000 });
  const port = { ...real } as ConfigPublishing;
  for (const step of STEPS)
    port[step] = async (target: { host: string }, ...rest: never[]): Promise<TargetOutcome> => {
      (asked[target.host] ??= []).push(step);
      if (target.host === hanging && STEPS.indexOf(step) >= STEPS.indexOf(from))
        return { host: target.host, ok: false, error: 'No response within 10 s.', silent: true };
      return (real[step] as (...all: unknown[]) => Promise<TargetOutcome>)(target, ...rest);
    };
  port.read = (target, path) => {
    (asked[target.host] ??= []).push('read');
    return real.read(target, path);
  };
  return { port, asked };
}

it.each(['stage', 'verify', 'activate'] as const)(
  'skips a server that hangs at %s, so that it costs one timeout only',
  async (step) => {
    const { port, asked } = fleetWith('eu-web-2', step);
    const targets = [{ host: 'eu-web-1' }, { host: 'eu-web-2' }];
    const work = { port, targets, file, publicationId: 'a-publication', previous: null, mayActivate: async () => true };
    const { servers, state, unknown = false } = await publish(work);
    expect(asked['eu-web-2']?.at(-1)).toBe(step);
    expect(asked['eu-web-1']?.at(-1)).toBe('discard');
    const isReplacing = step === 'activate';
    const doubt = isReplacing ? ' It is not known whether it has the new file.' : '';
    expect(servers[1]).toEqual({ host: 'eu-web-2', ok: false, error: `No response within 10 s.${doubt}` });
    expect({ state, unknown }).toEqual({ state: isReplacing ? 'differ' : 'untouched', unknown: isReplacing });
  },
);

it('trusts the content read back, not the confirmation: a server with other content has failed', async () => {
  const real = createDirectoryPublishing({ root, timeoutMs: 10_000 });
  const read = async (): Promise<Buffer> => Buffer.from('something else');
  const work = { file, publicationId: 'another', previous: null, mayActivate: async () => true };
  const targets = [{ host: 'eu-web-3' }];
  const { servers, state } = await publish({ ...work, port: { ...real, read }, targets });
  const error = 'The file was replaced, but the server now has different content.';
  expect({ servers, state }).toEqual({ servers: [{ host: 'eu-web-3', ok: false, error }], state: 'differ' });
  const silent = { ...real, read: () => Promise.reject(new AppError('target_failed', 'No response.')) };
  const unread = await publish({ ...work, port: silent, targets });
  expect(unread.servers[0]).toMatchObject({ ok: false, error: 'The new file could not be read back.' });
});
