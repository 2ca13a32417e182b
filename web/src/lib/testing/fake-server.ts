import { credentials } from '../api/api.ts';

/** A body with status 200, or a whole response. */
export type FakeResponse = Response | Readonly<Record<string, unknown>>;

/** A received call as `METHOD address`, with its body. */
export interface ReceivedCall {
  call: string;
  body: unknown;
}

/** Buttons request the user's role. Default response: an admin. */
const CONSOLE = 'GET /api/console';
const ADMIN = { user: 'Amelia Hart', role: 'admin', sandbox: false };

/** Forms request drafts and other users. Default responses: none. */
const DEFAULT_RESPONSES: readonly (readonly [RegExp, object])[] = [
  [/^GET \/api\/draft\//, { person: 1, draft: null }],
  [/ \/api\/draft\//, { version: 1, saved_at: '2026-03-01T10:00:00.000Z' }],
  [/ \/api\/presence\//, { people: [] }],
];

/** Replaces fetch with responses by `METHOD address`; unknown calls get a 404. Signs the user in. */
export function startFakeServer(
  answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)>,
): ReceivedCall[] {
  credentials.write({ token: 't1', refreshToken: 'r1', user: 'Amelia Hart' });
  const arrived: ReceivedCall[] = [];
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    const call = `${init?.method ?? 'GET'} ${address}`;
    if (call === CONSOLE && !(CONSOLE in answers)) return Promise.resolve(Response.json(ADMIN));
    const defaultResponse = DEFAULT_RESPONSES.find(([pattern]) => pattern.test(call));
    if (defaultResponse && !(call in answers)) return Promise.resolve(Response.json(defaultResponse[1]));
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    arrived.push({ call, body });
    const found = answers[call];
    const answer = typeof found === 'function' ? found(body) : found;
    if (answer instanceof Response) return Promise.resolve(answer.clone());
    return Promise.resolve(
      answer === undefined
        ? fakeError(404, { error: `Nothing answers ${call}.`, code: 'not_found' })
        : Response.json(answer),
    );
  };
  return arrived;
}

/** Holds the responses of calls whose address ends like this. Returns a function that releases them. */
export function holdResponses(end: string): () => void {
  const { fetch } = globalThis;
  const gate = Promise.withResolvers<void>();
  globalThis.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if ((input instanceof Request ? input.url : input.toString()).endsWith(end)) await gate.promise;
    return answer;
  };
  return gate.resolve;
}

/** An error response as the server sends it. */
export function fakeError(status: number, body: object): Response {
  return Response.json({ request_id: '7f3a-91c2', ...body }, { status });
}

/** The error response of a server without its database. */
export const fakeFailure = (): Response =>
  fakeError(500, { error: 'The database does not respond.', code: 'internal' });
