import type { ItemImpact } from '@mission-control/contract/fleet/schema';
import { countText } from '@mission-control/contract/numbers';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { styled } from '../../../ui/theme/styled.ts';

const List = styled('ul')({ margin: '4px 0 0', paddingLeft: 18, listStyle: 'disc' });

/** The effects of a change, before it is saved. */
export function ImpactNote({ impact }: { impact: ItemImpact }) {
  const { tenants, configs, effects, some } = impact;
  const more = tenants - some.length;
  const waiting = configs > 0 ? `, ${countText(configs, 'config')} will wait for a commit` : '';
  return (
    <Banner meaning={configs > 0 ? 'warn' : 'notice'} live title={`${countText(tenants, 'tenant')}${waiting}.`}>
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
            {more > 0 ? ` and ${countText(more, 'more tenant')}` : null}
          </li>
        ) : null}
        <li>This writes nothing to any server.</li>
      </List>
    </Banner>
  );
}

/** Explains what it means that the inventory declares an item (0100). */
export function DeclaredNote() {
  return (
    <Banner meaning="notice" title="Declared in the inventory.">
      The next apply reverts your changes to the file. If the file has changed too, that is a conflict until the two
      agree. Change the file as well.
    </Banner>
  );
}
