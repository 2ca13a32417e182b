import type { ReleaseEnv } from '@mission-control/contract/releases/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Count } from '../../../ui/count.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, font, radius } from '../../../ui/tokens.ts';
import { migrationsQuery } from '../queries.ts';

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

/** What a deploy runs against the database of its target, before it is begun [DEP-03]. */
export function MigrationCommands({ service, env }: { service: string; env: ReleaseEnv }) {
  const { data, error } = useQuery(migrationsQuery(service, env));
  return (
    <Root>
      <h3>Database migrations {data ? <Count>{data.commands.length}</Count> : null}</h3>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={32} />
        ) : (
          <p role="alert">They could not be read: {error.messages.join(' ')}</p>
        )
      ) : data.commands.length === 0 ? (
        <p>This target runs none.</p>
      ) : (
        <Commands tabIndex={0} aria-label="Database migrations">
          {data.commands.map((command, place) => (
            // The order is what tells equal commands apart.
            <li key={place}>{command}</li>
          ))}
        </Commands>
      )}
    </Root>
  );
}
