import type { CallRequest } from '@mission-control/contract/call';
import { listMigrationCommands } from '@mission-control/contract/releases/calls';
import type { ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { Count } from '../../../ui/display/mono.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, font, radius } from '../../../ui/theme/tokens.ts';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  fontSize: 12,
  color: color.text3,
  '& > h3': { display: 'flex', gap: 6, fontSize: 12, lineHeight: '16px', fontWeight: 500, color: color.text2 },
});

const Commands = styled('ol')({
  padding: '5px 10px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.inset,
  fontFamily: font.mono,
  fontSize: 11.5,
  lineHeight: '22px',
  letterSpacing: '-.02em',
  color: color.text,
  maxHeight: 188,
  overflow: 'auto',
  whiteSpace: 'pre',
});

/** Commands a deploy runs against the target's database, shown before it starts [DEP-03]. */
export function MigrationCommands({ service, env }: { service: string; env: ReleaseEnv }) {
  const { data, error } = useQuery(
    queryOf(listMigrationCommands, { query: { service, env } } as CallRequest<typeof listMigrationCommands>),
  );
  return (
    <Root>
      <h3>Database migrations {data ? <Count>{data.commands.length}</Count> : null}</h3>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={32} />
        ) : (
          <p role="alert">They could not be loaded: {error.messages.join(' ')}</p>
        )
      ) : data.commands.length === 0 ? (
        <p>This target runs none.</p>
      ) : (
        <Commands tabIndex={0} aria-label="Database migrations">
          {data.commands.map((command, place) => (
            // Only the index distinguishes equal commands.
            <li key={place}>{command}</li>
          ))}
        </Commands>
      )}
    </Root>
  );
}
