import type { ThingImpact } from '@mission-control/contract/fleet/schema';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { styled } from '../../../ui/theme/styled.ts';

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18, listStyle: 'disc' });

export const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-GB')} ${word}${count === 1 ? '' : 's'}`;

/** What a change would do, before it is made. */
export function ImpactNote({ impact }: { impact: ThingImpact }) {
  const { tenants, configs, effects, some } = impact;
  const more = tenants - some.length;
  const waiting = configs > 0 ? `, ${counted(configs, 'config')} will wait for a commit` : '';
  return (
    <Banner meaning={configs > 0 ? 'warn' : 'notice'} live title={`${counted(tenants, 'tenant')}${waiting}.`}>
      <List>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        {some.length > 0 ? (
          <li>
            {some.map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 ? ', ' : null}
                <Link href={pathTo('/tenant/$id', { id })}>{name}</Link>
              </span>
            ))}
            {more > 0 ? ` and ${counted(more, 'more tenant')}` : null}
          </li>
        ) : null}
        <li>Nothing is written to a server by this.</li>
      </List>
    </Banner>
  );
}

/** What it means that the inventory declares a thing (0100). */
export function DeclaredNote() {
  return (
    <Banner meaning="notice" title="Declared in the inventory.">
      The next apply sets what you change here back to the file. If the file has changed it, too, that is a conflict,
      which stays until the two agree. Change the file as well.
    </Banner>
  );
}
