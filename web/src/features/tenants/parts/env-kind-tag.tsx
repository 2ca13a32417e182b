import type { EnvKind } from '@mission-control/contract/environments/rules';
import { Tag, type TagTone } from '../../../ui/tag.tsx';

const tones: Record<EnvKind, TagTone> = { prod: 'prod', staging: 'stage', dev: 'dev', qa: 'other', unknown: 'other' };

/** The kind that the name of an environment tells. */
export function EnvKindTag({ kind }: { kind: EnvKind }) {
  return (
    <Tag tone={tones[kind]} lower>
      {kind}
    </Tag>
  );
}
