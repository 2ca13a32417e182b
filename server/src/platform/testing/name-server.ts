import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const NO_SUCH_NAME = 3;
const A = 1;

/**
 * A name server on loopback: the IPv4 address 192.0.2.7 for names with `known`, no response for names with `silent`, none for IPv6 for
 * names with `half`, an error with that code for names such as `code2`, and a refusal for others. `asked`: the names, once for each query.
 * @param only the error code of all responses
 */
export async function startNameServer(only?: number): Promise<{ server: string; asked: string[]; close(): void }> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const name = question
      .subarray(1, -5)
      .toString()
      .replaceAll(/[^a-z0-9-]/gi, '.')
      .toLowerCase();
    asked.push(name);
    const isFour = question.readUInt16BE(question.length - 4) === A;
    if (name.includes('silent') || (name.includes('half') && !isFour)) return;
    const isKnown = only === undefined && name.includes('known');
    const code = isKnown ? 0 : (only ?? Number(/code(\d)/.exec(name)?.[1] ?? NO_SUCH_NAME));
    const answers = isKnown && isFour;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(answers ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    socket.send(Buffer.concat([head, question, ...(answers ? [record] : [])]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { server: `127.0.0.1:${port}`, asked, close: () => void socket.close() };
}
