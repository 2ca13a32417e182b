import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { rows, type Database } from '../../server/src/platform/database/database.ts';
import { signIn, type Operator } from '../../e2e/support/operator.ts';

const KEY = 'DURABILITY';
const APP = 'coursepro';
/** Every write carries a unique token. */
const TOKEN = /tok-[0-9a-f]{16}/g;
const RETRY_MS = 50;
const POLL_MS = 10;
const BROKEN_OFF = 0;

type Kind = 'patch' | 'save' | 'commit' | 'run';
/** A sent write; `revision` is the revision returned by a commit. */
interface Write {
  kind: Kind;
  tenantId: number;
  token: string;
  acknowledged: boolean;
  revision: number;
}

/** Operators who write to a console over HTTP, each to their own tenant; the last one also builds releases. */
export class TokenWriters {
  readonly #url: () => string;
  readonly #tenantIds: readonly number[];
  readonly #writes: Write[] = [];
  #operator: Promise<Operator> | null = null;
  #running = false;
  #slowest = 0;
  #under: Promise<unknown> = Promise.resolve();

  constructor(url: () => string, tenantIds: readonly number[]) {
    this.#url = url;
    this.#tenantIds = tenantIds;
  }

  /** Signs in and writes until `pause`. */
  async resume(): Promise<void> {
    await this.#signedIn();
    this.#running = true;
    this.#under = Promise.all(this.#tenantIds.map((id) => this.#writeOn(id, id === this.#tenantIds.at(-1))));
  }

  /** Resolves after `count` more acknowledged writes of one kind, or of any. */
  async more(count: number, kind?: Kind): Promise<void> {
    const before = this.#count(kind);
    while (this.#count(kind) < before + count) await sleep(POLL_MS);
  }

  /** Stops; resolves when no write is in flight. */
  async pause(): Promise<void> {
    this.#running = false;
    await this.#under;
  }

  /** Number of acknowledged writes by kind. */
  acknowledged(): Record<Kind, number> {
    const [patch, save, commit, run] = (['patch', 'save', 'commit', 'run'] as const).map((kind) => this.#count(kind));
    return { patch: patch ?? 0, save: save ?? 0, commit: commit ?? 0, run: run ?? 0 };
  }

  /** Longest response time since the last call, in ms. */
  takeSlowest(): number {
    const most = this.#slowest;
    this.#slowest = 0;
    return most;
  }

  /** Acknowledged writes missing from the data, the published files or the audit trail. */
  async findLost(db: Database, dataDir: string): Promise<string[]> {
    return lostOf(this.#writes, await readEvidence(db), publishedTokens(dataDir));
  }

  #count(kind?: Kind): number {
    return this.#writes.filter((each) => each.acknowledged && (kind ?? each.kind) === each.kind).length;
  }

  async #signedIn(): Promise<Operator> {
    this.#operator ??= signIn(this.#url());
    try {
      return await this.#operator;
    } catch (error) {
      this.#operator = null;
      throw error;
    }
  }

  /** Status 0: no response. */
  async #send([method, path, body]: Request): Promise<{ status: number; body: unknown }> {
    try {
      const operator = await this.#signedIn();
      const begun = performance.now();
      const answer = await operator.call(method, path, body);
      if (answer.status === 401) this.#operator = null;
      // Tags and releases depend on git and the build, not on the database.
      if (path.startsWith('/api/tenant/')) this.#slowest = Math.max(this.#slowest, performance.now() - begun);
      return answer;
    } catch {
      return { status: BROKEN_OFF, body: null };
    }
  }

  async #write(kind: Kind, tenantId: number, token: string, request: Request): Promise<boolean> {
    const noted: Write = { kind, tenantId, token, acknowledged: false, revision: 0 };
    this.#writes.push(noted);
    const answer = await this.#send(request);
    noted.acknowledged = answer.status === 200;
    if (noted.acknowledged) noted.revision = (answer.body as { revision?: number }).revision ?? 0;
    else await sleep(RETRY_MS);
    return noted.acknowledged;
  }

  async #writeOn(tenantId: number, builds: boolean): Promise<void> {
    const tenant = `/api/tenant/${tenantId}`;
    const config = `${tenant}/${APP}`;
    while (this.#running) {
      const group = newToken();
      await this.#write('patch', tenantId, group, ['PATCH', tenant, { deployment_group: group }]);
      if (!this.#running) break;
      const token = newToken();
      const changed = [{ key: KEY, value: token, type: 2 }];
      const saved = await this.#write('save', tenantId, token, ['POST', config, { added: [], changed, removed: [] }]);
      if (saved && this.#running) await this.#write('commit', tenantId, token, ['PUT', config]);
      if (builds && this.#running) await this.#build(tenantId);
    }
  }

  async #build(tenantId: number): Promise<void> {
    const tag = newToken();
    const made = await this.#send(['POST', '/api/repos/tags', { app: APP, branch: 'main', tag }]);
    const wanted = { app: APP, tag, service: 'strive', env: 'prod' };
    if (made.status === 200) await this.#write('run', tenantId, tag, ['POST', '/api/release/create', wanted]);
  }
}

type Request = [method: string, path: string, body?: unknown];
const newToken = (): string => `tok-${randomBytes(8).toString('hex')}`;

/** Adds the setting that the writers change. */
export async function addSetting(operator: Operator, tenantIds: readonly number[]): Promise<void> {
  for (const id of tenantIds) {
    const added = [{ key: KEY, value: 'first', type: 2 }];
    const { status } = await operator.call('POST', `/api/tenant/${id}/${APP}`, { added, changed: [], removed: [] });
    if (status !== 200) throw new Error(`Adding a setting to tenant ${id} answered ${status}.`);
  }
}

/** Tokens found in the history and in the current state, by tenant. */
interface Evidence {
  changes: Set<string>;
  audit: Set<string>;
  runs: Set<string>;
  groups: Map<number, string>;
  items: Map<number, string>;
  /** `tenant revision` of commits recorded as done. */
  commits: Set<string>;
}

const tokensIn = (texts: readonly { text: string }[]): Set<string> =>
  new Set(texts.flatMap(({ text }) => text.match(TOKEN) ?? []));

async function readEvidence(db: Database): Promise<Evidence> {
  const texts = (statement: ReturnType<typeof sql>) => rows<{ text: string }>(db, statement);
  const byTenant = async (statement: ReturnType<typeof sql>) =>
    new Map((await rows<{ id: number; text: string }>(db, statement)).map(({ id, text }) => [id, text]));
  const done = await rows<{ tenant: number; revision: number }>(
    db,
    sql`select tenant_id as tenant, revision from publications where state = 'done' and kind = ${APP}`,
  );
  return {
    changes: tokensIn(
      await texts(sql`select after ->> 'value' as text from config_changes where key = ${KEY} and after is not null`),
    ),
    audit: tokensIn(await texts(sql`select concat(subject, after::text) as text from audit_events`)),
    runs: tokensIn(await texts(sql`select concat(subject, facts::text) as text from runs where outcome = 'succeeded'`)),
    groups: await byTenant(sql`select id, deployment_group as text from tenants`),
    items: await byTenant(
      sql`select tenant_id as id, value as text from config_items where kind = ${APP} and key = ${KEY}`,
    ),
    commits: new Set(done.map(({ tenant, revision }) => `${tenant} ${revision}`)),
  };
}

/** Tokens in the published files by tenant, one per server. */
function publishedTokens(dataDir: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  const root = join(dataDir, 'fleet');
  for (const host of readdirSync(root)) {
    const folder = join(root, host, 'config', 'tenants');
    for (const tenant of readFolder(folder)) {
      const text = readFolder(join(folder, tenant)).includes(`${APP}.php`)
        ? readFileSync(join(folder, tenant, `${APP}.php`), 'utf8')
        : '';
      const [token] = text.match(TOKEN) ?? [];
      if (token) found.set(Number(tenant), [...(found.get(Number(tenant)) ?? []), token]);
    }
  }
  return found;
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** @param files tokens in the published files by tenant */
function lostOf(writes: readonly Write[], evidence: Evidence, files: ReadonlyMap<number, string[]>): string[] {
  const lost: string[] = [];
  const miss = ({ kind, tenantId, token }: Write, where: string) =>
    void lost.push(`the ${kind} ${token} of tenant ${tenantId} is not in ${where}`);
  for (const each of writes.filter(({ acknowledged }) => acknowledged)) {
    const { kind, token, tenantId, revision } = each;
    if (!evidence.audit.has(token)) miss(each, 'the audit trail');
    if (kind === 'save' && !evidence.changes.has(token)) miss(each, 'the history');
    if (kind === 'run' && !evidence.runs.has(token)) miss(each, 'the runs');
    if (kind === 'commit' && !evidence.commits.has(`${tenantId} ${revision}`)) miss(each, 'the publications');
  }
  // The current value is that of the last acknowledged write, or of one sent after it.
  for (const tenantId of new Set(writes.map((each) => each.tenantId))) {
    const stands = (kind: Kind, where: string, found: string | undefined): void => {
      const own = writes.filter((each) => each.tenantId === tenantId && each.kind === kind);
      const last = own.findLastIndex(({ acknowledged }) => acknowledged);
      const final = own[last];
      if (final && !own.slice(last).some(({ token }) => token === found)) miss(final, `${where}, where ${found} is`);
    };
    stands('patch', 'the tenant', evidence.groups.get(tenantId));
    stands('save', 'the config', evidence.items.get(tenantId));
    for (const token of files.get(tenantId) ?? ['nothing']) stands('commit', 'a published file', token);
  }
  return lost;
}
