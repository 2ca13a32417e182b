import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { createAddressRules } from '../platform/http/address-rules.ts';
import { createSiteClient, type SiteRequest } from '../platform/http/site-client.ts';
import { createNotifications, type Mail, postJson } from './notifications.ts';
import { makeCertificate } from './testing/certificate.ts';

const running: SMTPServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await new Promise<void>((done) => server.close(() => done()));
});

interface Received {
  from: string;
  to: string[];
  text: string;
  secure: boolean;
  user: unknown;
}

/** A mail server on 127.0.0.1. */
async function startMailServer(options: ConstructorParameters<typeof SMTPServer>[0] = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    disableReverseLookup: true,
    authOptional: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password')),
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : (mailFrom?.address ?? '');
        received.push({
          from,
          to: rcptTo.map(({ address }) => address),
          text,
          secure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  // A server drops the connection when a client rejects its certificate.
  server.on('error', () => {});
  running.push(server);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { port, received };
}

const mail = (port: number, more: Partial<Mail> = {}): Mail => ({
  host: 'localhost',
  port,
  security: 'none',
  user: null,
  password: null,
  from: 'console@example.com',
  to: ['amelia@example.com', 'priya@example.com'],
  subject: 'Alert: Site down: oak.example',
  text: 'Since 09:00\n',
  id: '7f1a',
  ...more,
});

const local = (port: number, ca?: string) => {
  const options = { rules: () => null, ports: [port] };
  return createNotifications(createSiteClient(options), { ...options, ...(ca !== undefined && { ca }) });
};

const certificate = makeCertificate('localhost');

it('sends a mail with the id of its message, which retries keep', async () => {
  const { port, received } = await startMailServer({ disabledCommands: ['STARTTLS'] });
  expect((await local(port).mail(mail(port))).reply).toContain('250');
  const [one] = received;
  expect(one).toMatchObject({ from: 'console@example.com', to: ['amelia@example.com', 'priya@example.com'] });
  expect(one?.text).toContain('Message-ID: <7f1a@example.com>');
  expect(one?.text).toContain('Subject: Alert: Site down: oak.example');
});

it.skipIf(!certificate)('requires STARTTLS and a trusted certificate before it sends a password', async () => {
  const ca = certificate?.cert;
  const { port, received } = await startMailServer({ ...certificate });
  const tls = await startMailServer({ ...certificate, secure: true });
  const signedIn = mail(port, { security: 'starttls', user: 'console', password: 'right' });
  await expect(local(port).mail(signedIn)).rejects.toThrow('The mail server did not accept the message.');
  expect(received).toEqual([]);
  expect((await local(port, ca).mail(signedIn)).reply).toContain('250');
  expect(received).toMatchObject([{ secure: true, user: 'console' }]);
  const plain = await startMailServer({ disabledCommands: ['STARTTLS'] });
  await expect(local(plain.port, ca).mail({ ...signedIn, port: plain.port })).rejects.toThrow(
    'did not accept the message',
  );
  expect(plain.received).toEqual([]);
  expect((await local(tls.port, ca).mail(mail(tls.port, { security: 'tls' }))).reply).toContain('250');
});

it('reports why a server refuses, without the password', async () => {
  const { port } = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const wrong = mail(port, { user: 'console', password: 'correct horse' });
  const failed = await local(port)
    .mail(wrong)
    .catch((error: unknown) => String(error));
  expect(failed).toContain('Wrong password');
  expect(failed).not.toContain('correct horse');
});

it('never connects to this machine by the rules of the console', async () => {
  const { port } = await startMailServer();
  const options = { rules: createAddressRules([]), ports: [port] };
  const notifications = createNotifications(createSiteClient(options), options);
  await expect(notifications.mail(mail(port))).rejects.toThrow('this machine');
  const hook = { url: `http://127.0.0.1:${port}/`, id: '1', body: '{}', headers: {} };
  await expect(notifications.post(hook)).rejects.toThrow('this machine');
});

it('times out on a mail server that stays silent or stops responding', async () => {
  for (const said of ['', '220 mail.example ESMTP\r\n']) {
    const silent = createServer((socket) => void socket.on('error', () => undefined).write(said)).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const options = { rules: () => null, ports: [port], timeoutMs: 200 };
    const notifications = createNotifications(createSiteClient(options), options);
    await expect(notifications.mail(mail(port))).rejects.toThrow('did not accept the message');
    silent.close();
  }
});

it('gives up a mail server that keeps responding within the limit of each step, and closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const stuttering = createServer((socket) => {
    socket.write('220 mail.example ESMTP\r\n');
    // A reply that never ends: each line of it restarts the limit of the step.
    const more = setInterval(() => socket.write('250-one moment\r\n'), 10);
    socket.on('error', () => undefined).on('close', () => (clearInterval(more), closed.resolve()));
  }).listen(0, '127.0.0.1');
  await once(stuttering, 'listening');
  const { port } = stuttering.address() as AddressInfo;
  const options = { rules: () => null, ports: [port], totalMs: 200 };
  const notifications = createNotifications(createSiteClient(options), options);
  await expect(notifications.mail(mail(port))).rejects.toThrow('did not accept the message in time');
  await closed.promise;
  stuttering.close();
});

it('quotes no more than a line of the reply of a mail server, and no part of a word', async () => {
  const { port } = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) =>
      done(new Error(`${'No. '.repeat(30)}<${'amelia'.repeat(30)}@example.com>`)),
  });
  const failed = await local(port).mail(mail(port)).then(String, String);
  expect(failed).toContain('No. No.');
  expect(failed.length).toBeLessThan(300);
  expect(failed).not.toContain('amelia');
});

it('removes the password from the reply of a server, also as sent', async () => {
  const { port } = await startMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, done) => {
      const sent = Buffer.from(`\0${username}\0${password}`).toString('base64');
      done(new Error(`No ${password} of AUTH PLAIN ${sent}`));
    },
  });
  const failed = local(port).mail(mail(port, { user: 'console', password: 'correct horse' }));
  await expect(failed).rejects.toThrow(/: 535 No •+ of AUTH PLAIN •+$/);
});

it('removes characters that cannot be stored from the reply of a server', async () => {
  const refusing = createServer(
    (socket) => void socket.on('error', () => undefined).end('554 No\0\u001B[2J service\r\n'),
  ).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  await expect(local(port).mail(mail(port))).rejects.toThrow(/: 554 No\[2J service$/);
  refusing.close();
});

it.each([
  ['No such user.', '550 No such user. Not accepted for priya@example.com'],
  ['No '.repeat(100), `550 ${'No '.repeat(31)}…. Not accepted for priya@example.com`],
])('names the recipients that a server did not accept, after its reason: %s', async (reason, outcome) => {
  const { port, received } = await startMailServer({
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('priya') ? new Error(reason) : null),
  });
  expect(await local(port).mail(mail(port))).toEqual({ reply: outcome, refused: ['priya@example.com'] });
  expect(received).toMatchObject([{ to: ['amelia@example.com'] }]);
});

it('takes a message as accepted whatever follows the head of the response', async () => {
  const endless = createHttpServer((_request, response) => {
    response.writeHead(200).write('x'.repeat(100_000));
  }).listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const { port } = endless.address() as AddressInfo;
  const hook = { url: `http://127.0.0.1:${port}/`, id: '1', body: '{}', headers: {} };
  expect(await local(port).post(hook)).toBe('Status 200');
  endless.close();
});

it('waits 15 s for a webhook, reads only the head of its response and follows no redirect', async () => {
  const asked: SiteRequest[] = [];
  const answering = (status: number) =>
    postJson(
      async (request) => {
        asked.push(request);
        return { status } as Awaited<ReturnType<ReturnType<typeof createSiteClient>['send']>>;
      },
      { url: 'https://hooks.example/', id: '1', body: '{}', headers: {}, what: 'The webhook' },
    );
  expect(await answering(204)).toBe('Status 204');
  expect(asked).toMatchObject([{ timeoutMs: 15_000, firstBytes: 0 }]);
  await expect(answering(302)).rejects.toThrow('It redirects, and redirects are not followed.');
  for (const status of [199, 404, 500]) await expect(answering(status)).rejects.toThrow(`status ${status}`);
});
