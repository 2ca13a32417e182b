import type { SoapSent } from '@mission-control/contract/soap/schema';
import {
  buildMessage,
  compilePlan,
  decodeText,
  FormError,
  formFields,
  isLogin,
  loadWsdl,
  readOperations,
  WsdlError,
  writeXml,
  type CredentialKind,
  type Credentials,
  type Message,
  type Operation,
  type Plan,
  type PlanField,
  type PlanNode,
  type SchemaSet,
} from '@mission-control/soap-forms';
import { AppError } from '../../platform/errors.ts';
import type { SiteClient } from '../../platform/http/site-client.ts';
import { createMask } from '../peer-text.ts';
import { ask, mayHave, sameHost, shownBody, shownHeaders } from './exchange.ts';
import type { Soap, SoapTarget } from './port.ts';
import { readReply } from './read-reply.ts';

/** For all files of a WSDL together: shorter than a browser's timeout for lists, so that the user sees the reason. */
const WSDL_LIMIT_MS = 8_000;
const TIME_LIMIT_MS = 10_000;
const ACCEPT = 'text/xml, application/soap+xml, application/xml, application/wsdl+xml;q=0.9, */*;q=0.1';

/**
 * SOAP over the client that verifies every address (decision 0033), with its own WSDL reader, since existing packages cannot be bounded.
 */
export function createSoap(sites: SiteClient): Soap {
  const apiOf = createApiCache((target) => readApi(sites, target));
  const find = async (target: SoapTarget, method: string): Promise<{ api: Api; operation: Operation; plan: Plan }> => {
    const api = await apiOf(target);
    const operation = api.operations.find(({ name }) => name === method);
    if (!operation) throw new AppError('not_found', 'The WSDL has no such method. Choose another one.');
    return { api, operation, plan: compilePlan(api.schemas, operation) };
  };
  return {
    async methods(target) {
      const { operations } = await apiOf(target);
      return operations.map(({ name, description, endpoint }) => ({
        name,
        description,
        endpoint: usedAddress(endpoint, target) ?? endpoint,
      }));
    },
    form: (target, method) =>
      inConsoleErrors(async () => {
        const { api, plan } = await find(target, method);
        return formFields(plan, storedFor(target, api));
      }),
    send: (target, method, values) => inConsoleErrors(() => send(target, method, values)),
  };

  async function send(...[target, method, values]: Parameters<Soap['send']>): Promise<SoapSent> {
    const { api, operation, plan } = await find(target, method);
    const stored = storedFor(target, api);
    // Report form errors before opening a session.
    let message = buildMessage(plan, operation.version, values, stored);
    const needsSession = hasField(plan, 'session', ({ path }) => !values.get(path));
    const login = needsSession ? loginOf(api) : null;
    let session: Session | null = null;
    if (login && target.credentials) {
      session = await openSession(sites, target, login, stored);
      message = buildMessage(plan, operation.version, values, { ...stored, session: session.id });
    }
    return sendMessage(sites, target, { operation, message, session });
  }
}

/** Translates the errors of the form reader. */
async function inConsoleErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WsdlError) throw new AppError('target_failed', error.message, { cause: error });
    if (error instanceof FormError) throw new AppError('bad_request', error.message, { fields: { ...error.fields } });
    throw error;
  }
}

/** @throws AppError('target_failed') */
async function readApi(sites: SiteClient, target: SoapTarget): Promise<Api> {
  const end = performance.now() + WSDL_LIMIT_MS;
  const readFile = async (url: string): Promise<string> => {
    const timeoutMs = Math.max(1, Math.ceil(end - performance.now()));
    const answered = await ask(sites, target, { url, method: 'GET', headers: { accept: ACCEPT }, timeoutMs });
    if (answered.status !== 200) throw new Error(`${new URL(url).hostname} answered with ${answered.statusLine}.`);
    return decodeText(answered.bytes, answered.contentType);
  };
  try {
    const files = await loadWsdl(target.wsdl, readFile);
    return { operations: readOperations(files, target.wsdl), schemas: files.schemas, size: files.size };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('target_failed', `The WSDL cannot be read. ${(error as Error).message}`, { cause: error });
  }
}

/** Placeholder for a session that is yet to be opened. */
const LATER = 'session';

/** Stored credentials; a session only where one can be opened. */
function storedFor({ credentials }: SoapTarget, api: Api): Credentials {
  if (!credentials) return {};
  return { ...credentials, ...(loginOf(api) && { session: LATER }) };
}

interface Login {
  operation: Operation;
  plan: Plan;
}

/** The login method: named like one, and taking a name and a password. */
function loginOf({ operations, schemas }: Api): Login | null {
  for (const operation of operations) {
    if (!isLogin(operation.operation)) continue;
    const plan = compilePlan(schemas, operation);
    if (hasField(plan, 'username') && hasField(plan, 'password')) return { operation, plan };
  }
  return null;
}

/** Whether a message has a field for the credential, and one that fits. */
function hasField(plan: Plan, kind: CredentialKind, fits: (field: PlanField) => boolean = () => true): boolean {
  const has = (node: PlanNode): boolean => {
    if (node.kind === 'any') return false;
    const field = node.kind === 'element' ? node.field : null;
    return (field?.credential === kind && fits(field)) || node.children.some(has);
  };
  return [...plan.headers, ...plan.body].some(has);
}

interface Session {
  id: string;
  cookie: string | null;
  ms: number;
}

async function openSession(sites: SiteClient, target: SoapTarget, login: Login, stored: Credentials): Promise<Session> {
  const { operation, plan } = login;
  const message = buildMessage(plan, operation.version, new Map(), stored);
  const { answered } = await post(sites, target, { operation, message, session: null });
  const reply = await readReply(answered);
  const hide = createMask(message.secrets);
  if (reply.fault) throw new AppError('target_failed', `The session could not be opened: ${hide(reply.message)}`);
  const [id] = reply.sessions;
  if (id === undefined) throw new AppError('target_failed', `${operation.name} answered without a session.`);
  if (id.length > MAX_SESSION_LENGTH)
    throw new AppError('target_failed', `The session of ${operation.name} has more than 10,000 characters.`);
  // Only names and values: cookies return to the host that set them.
  const cookies = answered.headers['set-cookie']
    ?.split(/,(?=[^;,]+=)/)
    .map((one) => (one.split(';', 1)[0] ?? '').trim());
  return { id, cookie: cookies ? cookies.join('; ') : null, ms: answered.ms };
}

interface Sending {
  operation: Operation;
  message: Message;
  session: Session | null;
}

async function post(sites: SiteClient, target: SoapTarget, { operation, message, session }: Sending) {
  const { version, action } = operation;
  const endpoint = endpointOf(operation, target);
  if (message.secrets.length > 0 && !mayHave(endpoint, target.wsdl))
    throw new AppError(
      'target_failed',
      'The WSDL is on https, but its API is on http. Credentials are not sent there.',
    );
  if (!/^[\x20-\x7e]*$/.test(action) || action.includes('"'))
    throw new AppError('target_failed', 'The SOAPAction of the method cannot be sent as a header.');
  const isOld = version === '1.1';
  const headers: Record<string, string> = {
    accept: ACCEPT,
    'content-type': isOld
      ? 'text/xml; charset=utf-8'
      : `application/soap+xml; charset=utf-8${action === '' ? '' : `; action="${action}"`}`,
    ...(isOld && { soapaction: `"${action}"` }),
    ...(session?.cookie && sameHost(endpoint, target.wsdl) && { cookie: session.cookie }),
  };
  const body = writeXml(message.envelope, { masked: false });
  const answered = await ask(sites, target, { url: endpoint, method: 'POST', headers, body, timeoutMs: TIME_LIMIT_MS });
  return { answered, endpoint };
}

/** Where the method is sent. @throws AppError('target_failed') */
function endpointOf({ endpoint }: Operation, target: SoapTarget): string {
  const address = usedAddress(endpoint, target);
  if (address === null) throw new AppError('target_failed', 'The address in the WSDL is invalid.');
  return address;
}

/** Resolves an endpoint address; hosts behind a proxy often advertise http. Null for an invalid address. */
function usedAddress(endpoint: string, { wsdl }: SoapTarget): string | null {
  if (!URL.canParse(endpoint, wsdl)) return null;
  const [url, from] = [new URL(endpoint, wsdl), new URL(wsdl)];
  if (from.protocol === 'https:' && url.protocol === 'http:' && url.hostname === from.hostname && url.port === '')
    url.protocol = 'https:';
  return url.href;
}

/** A hostile response may have 100,000 sessions; each of them costs a search through the whole body. */
const MAX_SESSIONS = 20;
const MAX_SESSION_LENGTH = 10_000;
const WITHHELD = 'The response is not shown: it holds more or longer sessions than the console masks.';

async function sendMessage(sites: SiteClient, target: SoapTarget, sending: Sending): Promise<SoapSent> {
  const { operation, message, session } = sending;
  const { answered, endpoint } = await post(sites, target, sending);
  const { credentials } = target;
  const known = credentials ? [credentials.password, `${credentials.username}:${credentials.password}`] : [];
  const { message: said, fault, sessions } = await readReply(answered);
  const opened = isLogin(operation.operation) ? [...new Set(sessions)] : [];
  const maskable = opened.filter(({ length }) => length <= MAX_SESSION_LENGTH).slice(0, MAX_SESSIONS);
  // Any header may repeat a session that is not masked; without a fault, the message is the console's own.
  const isWithheld = maskable.length < opened.length;
  const hide = createMask([...message.secrets, ...known, ...maskable, ...(session ? [session.id] : [])]);
  const { pathname, search } = new URL(endpoint);
  return {
    time: { session: session && rounded(session.ms), method: rounded(answered.ms) },
    responseMessage: hide(said),
    fault,
    response: isWithheld ? WITHHELD : shownBody(answered, hide),
    responseHeaders: shownHeaders(`HTTP/1.1 ${answered.statusLine}`, isWithheld ? {} : answered.headers, hide),
    request: hide(writeXml(message.envelope, { masked: true })),
    requestHeaders: shownHeaders(`POST ${pathname}${search} HTTP/1.1`, answered.sentHeaders, hide),
  };
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** An API as described by its WSDL. */
export interface Api {
  operations: Operation[];
  schemas: SchemaSet;
  /** Length of the WSDL in characters. */
  size: number;
}

const FRESH_MS = 60_000;
const MAX_APIS = 50;
const MAX_CHARACTERS = 20 * 1024 * 1024;

/** Caches parsed WSDLs for a minute, since a form is usually followed by sending it. Concurrent callers share one read. */
export function createApiCache(read: (target: SoapTarget) => Promise<Api>): (target: SoapTarget) => Promise<Api> {
  const kept = new Map<string, { at: number; api: Promise<Api>; size: number }>();
  const shrink = (): void => {
    let size = [...kept.values()].reduce((sum, one) => sum + one.size, 0);
    for (const [key, one] of kept) {
      if (kept.size <= MAX_APIS && size <= MAX_CHARACTERS) return;
      kept.delete(key);
      size -= one.size;
    }
  };
  return (target) => {
    const key = JSON.stringify([target.tenantId, target.wsdl, target.credentials]);
    const now = performance.now();
    for (const [old, { at }] of kept) if (now - at > FRESH_MS) kept.delete(old);
    const known = kept.get(key);
    if (known) return known.api;
    const entry = { at: now, api: read(target), size: 0 };
    kept.set(key, entry);
    entry.api.then(
      ({ size }) => {
        entry.size = size;
        shrink();
      },
      // The next caller retries after a failure.
      () => kept.get(key) === entry && kept.delete(key),
    );
    return entry.api;
  };
}
