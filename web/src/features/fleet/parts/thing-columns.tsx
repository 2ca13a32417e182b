import { findService } from '@mission-control/contract/catalogue';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import { KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { ListedThing } from '@mission-control/contract/fleet/schema';
import { mdiFileDocumentOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';
import { typeLabel } from '../thing-fields.ts';
import { counted } from './impact-note.tsx';
import { nameOf } from './thing-dialog.tsx';

const Quiet = styled('span')({ color: color.text3 });
const Mono = styled('span')({ ...monoText, fontSize: 12 });

/** The tenant list, filtered to those that use the thing, inactive ones included. */
export const tenantsHref = ({ kind, key }: Pick<ListedThing, 'kind' | 'key'>): string =>
  pathTo('/tenant', null, { uses: `${kind}:${key}`, inactive: true });

/** A field of any kind; '' where the kind has none. */
const fieldOf = (thing: ListedThing, name: string): unknown => (thing.fields as Record<string, unknown>)[name] ?? '';

function textColumn(
  name: string,
  header: string,
  width?: number,
  look: (text: string) => ReactNode = (text) => text,
): Column<ListedThing> {
  const text = (thing: ListedThing) => String(fieldOf(thing, name));
  return {
    id: name.replaceAll('_', ''),
    header,
    ...(width === undefined ? null : { width }),
    sortValue: text,
    cell: (thing) => <span title={text(thing)}>{look(text(thing))}</span>,
  };
}

const mono = (text: string) => <Mono>{text}</Mono>;

const ENVIRONMENT: readonly Column<ListedThing>[] = [
  {
    id: 'servers',
    header: 'Servers',
    width: 110,
    sortValue: (thing) => (fieldOf(thing, 'servers') as string[]).length,
    cell: (thing) => {
      const hosts = fieldOf(thing, 'servers') as string[];
      return (
        <Link href={pathTo('/environment/$id', { id: thing.key })} title={hosts.join('\n')}>
          {counted(hosts.length, 'server')}
        </Link>
      );
    },
  },
  textColumn('type', 'Type', 190, (type) => typeLabel(Number(type))),
  textColumn('group_name', 'Group', 110),
  textColumn('region', 'Region', 120),
];

const lengthOf = (thing: ListedThing, name: string) => (fieldOf(thing, name) as unknown[]).length;

const OWN: Readonly<Record<FleetKind, readonly Column<ListedThing>[]>> = {
  environment: ENVIRONMENT,
  region: [
    textColumn('description', 'Description'),
    {
      id: 'others',
      header: 'Environments, database hosts',
      width: 220,
      sortValue: ({ others }) => others.length,
      cell: ({ others }) => <span title={others.join('\n')}>{others.length}</span>,
    },
  ],
  account: [],
  certificate: [textColumn('domain', 'Domain', undefined, mono)],
  database_host: [
    textColumn('label', 'Label', 150),
    textColumn('service', 'Service', 120, (slug) => findService(slug)?.displayName ?? slug),
    textColumn('region', 'Region', 120),
    textColumn('endpoint', 'Endpoint', undefined, mono),
  ],
  config_key: [
    textColumn('kind', 'Config', 130, (kind) => findConfigKind(kind)?.label ?? kind),
    textColumn('type', 'Type', 100),
    {
      id: 'secret',
      header: 'Secret',
      width: 84,
      sortValue: (thing) => String(fieldOf(thing, 'secret')),
      cell: (thing) => (fieldOf(thing, 'secret') === true ? 'Secret' : <Quiet>No</Quiet>),
    },
    {
      id: 'requires',
      header: 'Requires',
      width: 100,
      sortValue: (thing) => lengthOf(thing, 'depends') + lengthOf(thing, 'dependencies'),
      cell: (thing) => lengthOf(thing, 'depends') + lengthOf(thing, 'dependencies') || <Quiet>–</Quiet>,
    },
    textColumn('description', 'Help'),
  ],
};

function nameColumn(hrefOf: (key: string) => string): Column<ListedThing> {
  return {
    id: 'name',
    header: 'Name',
    width: 260,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: nameOf,
    cell: (thing) => (
      <Link href={hrefOf(thing.key)} title={nameOf(thing)}>
        {nameOf(thing)}
      </Link>
    ),
  };
}

const TENANTS: Column<ListedThing> = {
  id: 'tenants',
  header: 'Tenants',
  width: 120,
  sortValue: ({ tenants }) => tenants,
  cell: (thing) =>
    thing.tenants === 0 ? (
      <Quiet>0 tenants</Quiet>
    ) : (
      <Link href={tenantsHref(thing)} title={`Tenants that use this ${KIND_WORDS[thing.kind].one}`}>
        {counted(thing.tenants, 'tenant')}
      </Link>
    ),
};

const DECLARED: Column<ListedThing> = {
  id: 'declared',
  header: 'Declared',
  width: 110,
  sortValue: ({ declared }) => String(declared),
  cell: ({ declared }) =>
    declared ? (
      <Badge icon={mdiFileDocumentOutline} title="Declared in the inventory, which reverts changes">
        Inventory
      </Badge>
    ) : (
      <Quiet>Here</Quiet>
    ),
};

/** @param hrefOf the address of the page with a thing's form open */
export const thingColumns = (kind: FleetKind, hrefOf: (key: string) => string): readonly Column<ListedThing>[] => [
  nameColumn(hrefOf),
  TENANTS,
  ...OWN[kind],
  DECLARED,
];

/** Visible text of a row. */
export const thingTexts = (thing: ListedThing): readonly string[] =>
  Object.values(thing.fields).flatMap((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
