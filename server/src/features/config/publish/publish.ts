import type { ServerOutcome } from '@mission-control/contract/config/schema';
import type {
  ConfigPublishing,
  PublishFile,
  PublishTarget,
  TargetOutcome,
} from '../../../ports/config-publishing/port.ts';
import { readPublished } from '../drift/read-published.ts';
import { hashOf } from '../file/render-config.ts';

export interface PublishResult {
  servers: ServerOutcome[];
  /**
   * `done`: every server confirmed the new content. `untouched`: no published file was replaced. `differ`: servers may have
   * different content. `lost`: another process ended this publication before any file was replaced.
   */
  state: 'done' | 'untouched' | 'differ' | 'lost';
  /** True if a server did not respond while files were replaced, so that its content is unknown. */
  unknown?: boolean;
}

interface Publish {
  port: ConfigPublishing;
  targets: readonly PublishTarget[];
  file: PublishFile;
  publicationId: string;
  /** SHA-256 known to be on all servers; null = no file, undefined = servers are known to differ. */
  previous: string | null | undefined;
  /** Called before the first file is replaced; false stops the publication. */
  mayActivate(): Promise<boolean>;
}

/**
 * Stages, verifies, activates and reads back the file. Each step completes on all servers before the next one begins, so that an
 * early failure leaves all of them on their old file.
 */
export async function publish(work: Publish): Promise<PublishResult> {
  const { port, targets, file, publicationId } = work;
  const onAll = (step: (target: PublishTarget) => Promise<TargetOutcome>) => Promise.all(targets.map(step));
  // Skip unresponsive servers: the next publication removes the files staged there.
  const discard = (after: readonly TargetOutcome[] = []) =>
    Promise.all(
      targets
        .filter((_target, index) => !isUnresponsive(after[index]))
        .map((target) => port.discard(target, file.path, publicationId)),
    );
  for (const step of ['stage', 'verify'] as const) {
    const servers = await onAll((target) => port[step](target, file, publicationId));
    if (servers.every((server) => server.ok)) continue;
    await discard(servers);
    return { servers: servers.map(toServerOutcome), state: 'untouched' };
  }
  if (!(await work.mayActivate())) {
    await discard();
    return { servers: [], state: 'lost' };
  }
  const activated = await onAll((target) => port.activate(target, file, publicationId));
  // Do not read back from unresponsive servers, which would cost another timeout.
  const contents = await Promise.all(
    targets.map(async (target, index) =>
      isUnresponsive(activated[index]) ? undefined : contentOf(port, target, file.path),
    ),
  );
  const servers = activated.map((outcome, index) => confirmed(outcome, contents[index], file.sha256));
  if (servers.every((server) => server.ok)) return { servers, state: 'done' };
  await discard(activated);
  const untouched = contents.every((content) => content !== undefined && content.sha256 === work.previous);
  if (untouched) return { servers, state: 'untouched' };
  return { servers, state: 'differ', unknown: activated.some(isUnresponsive) };
}

const isUnresponsive = (outcome: TargetOutcome | undefined): outcome is Extract<TargetOutcome, { ok: false }> =>
  outcome?.ok === false && outcome.silent === true;

const UNKNOWN = 'It is not known whether it has the new file.';

const toServerOutcome = (outcome: TargetOutcome): ServerOutcome =>
  outcome.ok ? outcome : { host: outcome.host, ok: false, error: outcome.error };

/** Hash of the file on a server (null = no file); undefined if it cannot be read. */
async function contentOf(
  port: ConfigPublishing,
  { host }: PublishTarget,
  path: string,
): Promise<{ sha256: string | null } | undefined> {
  const content = await readPublished(port, host, path);
  if (content !== null && 'error' in content) return undefined;
  return { sha256: content && hashOf(content) };
}

function confirmed(
  outcome: TargetOutcome,
  content: { sha256: string | null } | undefined,
  sha256: string,
): ServerOutcome {
  // The content read back decides, not the outcome: a rename may have succeeded although its response was lost.
  if (content?.sha256 === sha256) return { host: outcome.host, ok: true };
  if (isUnresponsive(outcome)) return { host: outcome.host, ok: false, error: `${outcome.error} ${UNKNOWN}` };
  if (!outcome.ok) return toServerOutcome(outcome);
  const error = content
    ? 'The file was replaced, but the server now has different content.'
    : 'The new file could not be read back.';
  return { host: outcome.host, ok: false, error };
}
