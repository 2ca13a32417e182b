import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createDirectoryPublishing } from '../../ports/config-publishing/directory-driver.ts';
import type { ConfigPublishing, TargetOutcome } from '../../ports/config-publishing/port.ts';
import { sha256 } from '../../ports/config-publishing/target-step.ts';
import { publish } from './publish.ts';

const root = mkdtempSync(join(tmpdir(), 'mc-publish-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const content = Buffer.from('<?php\n');
const file = { path: 'tenants/1/coursepro.php', content, sha256: sha256(content) };
const STEPS = ['stage', 'verify', 'activate', 'discard'] as const;

/** A fleet in folders whose server `hanging` answers nothing from a step on; notes what each server is asked. */
function fleetWith(hanging: string, from: (typeof STEPS)[number]) {
  const asked: Record<string, string[]> = {};
  const real = createDirectoryPublishing({ root, timeoutMs: 10_000 });
  const port = { ...real } as ConfigPublishing;
  for (const step of STEPS)
    port[step] = async (target: { host: string }, ...rest: never[]): Promise<TargetOutcome> => {
      (asked[target.host] ??= []).push(step);
      if (target.host === hanging && STEPS.indexOf(step) >= STEPS.indexOf(from))
        return { host: target.host, ok: false, error: 'No answer within 10 s.', silent: true };
      return (real[step] as (...all: unknown[]) => Promise<TargetOutcome>)(target, ...rest);
    };
  return { port, asked };
}

it.each(['stage', 'verify', 'activate'] as const)(
  'asks a server that hangs at %s for nothing more, so that it costs the time of one step',
  async (step) => {
    const { port, asked } = fleetWith('eu-web-2', step);
    const targets = [{ host: 'eu-web-1' }, { host: 'eu-web-2' }];
    const work = { port, targets, file, publicationId: 'a-publication', previous: null, mayActivate: async () => true };
    const { servers } = await publish(work);
    expect(asked['eu-web-2']?.at(-1)).toBe(step);
    expect(asked['eu-web-1']?.at(-1)).toBe('discard');
    expect(servers[1]).toEqual({ host: 'eu-web-2', ok: false, error: 'No answer within 10 s.' });
  },
);
