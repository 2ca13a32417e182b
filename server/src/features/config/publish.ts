import { createHash } from 'node:crypto';
import type { ServerOutcome } from '@mission-control/contract/config/schema';
import { AppError } from '../../platform/errors.ts';
import type {
  ConfigPublishing,
  PublishFile,
  PublishTarget,
  TargetOutcome,
} from '../../ports/config-publishing/port.ts';

/** How a publish ended. */
export interface PublishResult {
  servers: ServerOutcome[];
  /**
   * `done`: every server confirmed the new content. `untouched`: no published file was replaced. `differ`: at least one server
   * may have the new content while another has not. `lost`: somebody else ended this publication before files were replaced.
   */
  state: 'done' | 'untouched' | 'differ' | 'lost';
}

interface Publish {
  port: ConfigPublishing;
  targets: readonly PublishTarget[];
  file: PublishFile;
  publicationId: string;
  /** SHA-256 of what all servers are known to have; null = nothing, undefined = they are known to differ. */
  previous: string | null | undefined;
  /** Called before the first file is replaced; false stops the publish. */
  mayActivate(): Promise<boolean>;
}

/**
 * Stages the file on all servers, verifies all, replaces all and reads all back. Every step is done on all servers before the
 * next one begins, so a server that fails early leaves all of them on their old file.
 */
export async function publish(work: Publish): Promise<PublishResult> {
  const { port, targets, file, publicationId } = work;
  const onAll = (step: (target: PublishTarget) => Promise<TargetOutcome>) => Promise.all(targets.map(step));
  // A server that did not answer is not waited for again: what is staged there is removed by the next publication.
  const discard = (after: readonly TargetOutcome[] = []) =>
    Promise.all(
      targets
        .filter((_target, index) => !isSilent(after[index]))
        .map((target) => port.discard(target, file.path, publicationId)),
    );
  for (const step of ['stage', 'verify'] as const) {
    const servers = await onAll((target) => port[step](target, file, publicationId));
    if (servers.every((server) => server.ok)) continue;
    await discard(servers);
    return { servers: servers.map(forPeople), state: 'untouched' };
  }
  if (!(await work.mayActivate())) {
    await discard();
    return { servers: [], state: 'lost' };
  }
  const activated = await onAll((target) => port.activate(target, file, publicationId));
  const contents = await Promise.all(targets.map((target) => contentOf(port, target, file.path)));
  const servers = activated.map((outcome, index) => confirmed(outcome, contents[index], file.sha256));
  if (servers.every((server) => server.ok)) return { servers, state: 'done' };
  await discard(activated);
  const untouched = contents.every((content) => content !== undefined && content.sha256 === work.previous);
  return { servers, state: untouched ? 'untouched' : 'differ' };
}

const isSilent = (outcome: TargetOutcome | undefined): boolean => outcome?.ok === false && outcome.silent === true;

const forPeople = (outcome: TargetOutcome): ServerOutcome =>
  outcome.ok ? outcome : { host: outcome.host, ok: false, error: outcome.error };

/** The hash of what a server has (null: nothing); undefined when it cannot be read. */
async function contentOf(
  port: ConfigPublishing,
  target: PublishTarget,
  path: string,
): Promise<{ sha256: string | null } | undefined> {
  try {
    const content = await port.read(target, path);
    return { sha256: content && createHash('sha256').update(content).digest('hex') };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function confirmed(
  outcome: TargetOutcome,
  content: { sha256: string | null } | undefined,
  sha256: string,
): ServerOutcome {
  // What the server has now counts, not what it answered: a rename may have been done though its answer was lost.
  if (content?.sha256 === sha256) return { host: outcome.host, ok: true };
  if (!outcome.ok) return forPeople(outcome);
  const error = content
    ? 'The file was replaced, but the server has another content now.'
    : 'The new file could not be read back.';
  return { host: outcome.host, ok: false, error };
}
