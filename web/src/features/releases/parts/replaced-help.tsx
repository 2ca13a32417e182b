import type { CurrentVersion } from '@mission-control/contract/releases/schema';
import { Mono } from '../../../ui/mono.tsx';
import { changesOf } from '../release-targets.ts';

/** What a version replaces. */
export function ReplacedHelp({ parts, version }: { parts: readonly CurrentVersion[]; version: string }) {
  const changes = changesOf(parts, version);
  const [only] = changes;
  if (changes.length > 1)
    return version === '' ? 'Its services have different versions.' : 'Replaces different versions of its services.';
  if (!only || only.from === null) return 'Nothing is deployed there yet.';
  if (only.from === version) return 'That is what runs there now.';
  return (
    <>
      {only.name === null ? '' : `${only.name}: `}
      {version === '' ? 'Runs now: ' : 'Replaces '}
      <Mono small>{only.from}</Mono>
    </>
  );
}
