// The sites checked by bench/monitors/monitors.ts, in their own process; they respond or fail as scripted.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { indexOf, MONITORS, isTcp, portOf, TCP_PORTS, troubleNow, troubleOf } from './monitor-script.ts';

/** Stands in for a public address; it is this machine. */
const ADDRESS = '127.0.0.2';
let begin = Infinity;

const site = createServer((request, response) => {
  const how = troubleNow(indexOf(request.headers.host ?? ''), Date.now() - begin);
  if (how === 'silent') return;
  if (how === 'reset') request.socket.destroy();
  else response.writeHead(how === 'status' ? 503 : 200, { 'content-type': 'text/html' }).end('<!doctype html>');
}).listen(0, ADDRESS);
await once(site, 'listening');

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, ADDRESS);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const doors = Array.from({ length: TCP_PORTS }, () => createTcpServer((socket) => socket.on('error', () => {}).end()));
const ports: number[] = [];
for (const door of doors) ports.push(await listen(door, 0));

/** Closes a port for the scripted time. */
async function follow(door: Server, number: number): Promise<void> {
  const monitor = Array.from({ length: MONITORS }, (_, index) => index).find(
    (index) => isTcp(index) && portOf(index) === number,
  );
  const trouble = troubleOf(monitor ?? -1);
  if (!trouble) return;
  await sleep(begin + trouble.from - Date.now());
  door.close();
  await sleep(begin + trouble.to - Date.now());
  await listen(door, ports[number] ?? 0);
}

process.on('message', (message: { begin: number }) => {
  ({ begin } = message);
  for (const [number, door] of doors.entries()) void follow(door, number);
});
// Exits with the bench, however that ends.
process.on('disconnect', () => process.exit(0));
process.send?.({ http: (site.address() as AddressInfo).port, tcp: ports });
