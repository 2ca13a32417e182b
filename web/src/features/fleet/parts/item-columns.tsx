import { serviceName } from '@mission-control/contract/catalogue';
import { configLabel } from '@mission-control/contract/config/kinds';
import { KIND_WORDS, type FleetKind } from '@mission-control/contract/fleet/kinds';
import type { ListedItem } from '@mission-control/contract/fleet/schema';
import { countText } from '@mission-control/contract/numbers';
import { mdiFileDocumentOutline } from '@mdi/js';
import type { ReactNode } from 'react';
import { pathTo } from '../../../lib/address/path-to.ts';
import { Link } from '../../../ui/action/link.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { typeLabel } from '../item-fields.ts';
import { nameOf } from './item-dialog.tsx';

const Quiet = styled('span')({ color: color.text3 });

/** The tenant list, filtered to those that use the item, inactive ones included. */
export const tenantsHref = ({ kind, key }: Pick<ListedItem, 'kind' | 'key'>): string =>
  pathTo('/tenant', null, { uses: `${kind}:${key}`, inactive: true });

/** A field of any kind; '' where the kind has none. */
const fieldOf = (item: ListedItem, name: string): unknown => (item.fields as Record<string, unknown>)[name] ?? '';

function textColumn(
  name: string,
  header: string,
  width?: number,
  look: (text: string) => ReactNode = (text) => text,
): Column<ListedItem> {
  const text = (item: ListedItem) => String(fieldOf(item, name));
  return {
    id: name.replaceAll('_', ''),
    header,
    ...(width === undefined ? null : { width }),
    sortValue: text,
    cell: (item) => <span title={text(item)}>{look(text(item))}</span>,
  };
}

const mono = (text: string) => <Mono small>{text}</Mono>;

const ENVIRONMENT: readonly Column<ListedItem>[] = [
  {
    id: 'servers',
    header: 'Servers',
    width: 110,
    sortValue: (item) => lengthOf(item, 'servers'),
    text: (item) => (fieldOf(item, 'servers') as string[]).join(' '),
    cell: (item) => {
      const hosts = fieldOf(item, 'servers') as string[];
      return (
        <Link href={pathTo('/environment/$id', { id: item.key })} title={hosts.join('\n')}>
          {countText(hosts.length, 'server')}
        </Link>
      );
    },
  },
  textColumn('type', 'Type', 190, (type) => typeLabel(Number(type))),
  textColumn('group_name', 'Group', 110),
  textColumn('region', 'Region', 120),
];

const lengthOf = (item: ListedItem, name: string) => (fieldOf(item, name) as unknown[]).length;
const requirementsOf = (item: ListedItem) => lengthOf(item, 'depends') + lengthOf(item, 'dependencies');

const KIND_COLUMNS: Readonly<Record<FleetKind, readonly Column<ListedItem>[]>> = {
  environment: ENVIRONMENT,
  region: [
    textColumn('description', 'Description'),
    {
      id: 'others',
      header: 'Environments, database hosts',
      width: 220,
      sortValue: ({ others }) => others.length,
      text: ({ others }) => others.join(' '),
      cell: ({ others }) => <span title={others.join('\n')}>{others.length}</span>,
    },
  ],
  account: [],
  certificate: [textColumn('domain', 'Domain', undefined, mono)],
  database_host: [
    textColumn('label', 'Label', 150),
    textColumn('service', 'Service', 120, serviceName),
    textColumn('region', 'Region', 120),
    textColumn('endpoint', 'Endpoint', undefined, mono),
  ],
  config_key: [
    textColumn('kind', 'Config', 130, configLabel),
    textColumn('type', 'Type', 100),
    {
      id: 'secret',
      header: 'Secret',
      width: 84,
      sortValue: (item) => String(fieldOf(item, 'secret')),
      cell: (item) => (fieldOf(item, 'secret') === true ? 'Secret' : <Quiet>No</Quiet>),
    },
    {
      id: 'requires',
      header: 'Requires',
      width: 100,
      sortValue: requirementsOf,
      text: requirementsOf,
      cell: (item) => requirementsOf(item) || <Quiet>–</Quiet>,
    },
    textColumn('description', 'Help'),
  ],
};

function nameColumn(hrefOf: (key: string) => string): Column<ListedItem> {
  return {
    id: 'name',
    header: 'Name',
    width: 260,
    narrowWidth: 150,
    sticky: true,
    strong: true,
    sortValue: nameOf,
    cell: (item) => (
      <Link href={hrefOf(item.key)} title={nameOf(item)}>
        {nameOf(item)}
      </Link>
    ),
  };
}

const TENANTS: Column<ListedItem> = {
  id: 'tenants',
  header: 'Tenants',
  width: 120,
  sortValue: ({ tenants }) => tenants,
  text: ({ tenants }) => tenants,
  cell: (item) =>
    item.tenants === 0 ? (
      <Quiet>0 tenants</Quiet>
    ) : (
      <Link href={tenantsHref(item)} title={`Tenants that use this ${KIND_WORDS[item.kind].one}`}>
        {countText(item.tenants, 'tenant')}
      </Link>
    ),
};

const DECLARED: Column<ListedItem> = {
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

/** @param hrefOf the address of the page with an item's form open */
export const itemColumns = (kind: FleetKind, hrefOf: (key: string) => string): readonly Column<ListedItem>[] => [
  nameColumn(hrefOf),
  TENANTS,
  ...KIND_COLUMNS[kind],
  DECLARED,
];

/** Visible text of a row. */
export const itemTexts = (item: ListedItem): readonly string[] =>
  Object.values(item.fields).map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)));
