import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createNameLookup } from './name-lookup.ts';

const started: Socket[] = [];
afterEach(() => started.splice(0).forEach((socket) => socket.close()));

const NO_SUCH_NAME = 3;
const A = 1;

/** A name server on loopback: one IPv4 address for `known.example`, a refusal for other names; silent for `silent.example`. */
async function startNameServer(): Promise<string> {
  const socket = createSocket('udp4');
  started.push(socket);
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const isKnown = question.includes('known');
    if (question.includes('silent')) return;
    const answers = isKnown && question.readUInt16BE(question.length - 4) === A;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (isKnown ? 0 : NO_SUCH_NAME), 2);
    head.writeUInt16BE(answers ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    socket.send(Buffer.concat([head, question, ...(answers ? [record] : [])]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

it(
  'returns the addresses, none for an unknown name, and null when no server responds',
  { timeout: 20_000 },
  async () => {
    const names = createNameLookup([await startNameServer()]);
    expect(await names.addressesOf('known.example')).toEqual(['192.0.2.7']);
    expect(await names.addressesOf('other.example')).toEqual([]);
    expect(await names.addressesOf('silent.example')).toBeNull();
  },
);
