import type { ConfigState } from '@mission-control/contract/config/schema';
import { Tag } from '../../../ui/tag.tsx';
import { monoText } from '../../../ui/tokens.ts';
import { Quiet, Wrap } from './layout.ts';

/** The servers a commit writes to. */
export function ServerTags({ targets }: { targets: ConfigState['targets'] }) {
  if (targets.length === 0) return <Quiet>No servers: the service has no environment.</Quiet>;
  return (
    <Wrap style={{ gap: 4 }}>
      {targets.map(({ host, environment }) => (
        <Tag key={`${environment} ${host}`} lower title={environment} style={{ ...monoText, fontSize: 11.5 }}>
          {host}
        </Tag>
      ))}
    </Wrap>
  );
}
