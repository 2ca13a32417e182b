import { constants, deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openContainer } from './container.ts';
import { LIMITS } from './limits.ts';
import { writeZip } from './testing/zip.ts';

it('counts a part once that is read twice', { timeout: 30_000 }, async () => {
  const data = Buffer.alloc(0.6 * LIMITS.inflated, 'a');
  // Without repetitions, so that the ratio limit does not apply.
  const packed = deflateRawSync(data, { strategy: constants.Z_HUFFMAN_ONLY });
  const container = await openContainer(
    writeZip([
      { name: 'a.xml', data, packed },
      { name: 'b.xml', data, packed },
    ]),
  );
  let read = 0;
  const take = (chunk: Uint8Array) => void (read += chunk.byteLength);
  await container.read('a.xml', take);
  await container.read('a.xml', take);
  expect(read).toBe(2 * data.byteLength);
  await expect(container.read('b.xml', take)).rejects.toThrow('more than 300 MB when unpacked');
});
