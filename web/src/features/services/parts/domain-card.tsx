import { mdiPlus } from '@mdi/js';
import type { Service } from '@mission-control/contract/catalogue';
import { listDomainStanding } from '@mission-control/contract/monitors/calls';
import { proposedHosts } from '@mission-control/contract/services/rules';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { useToday } from '../../../lib/tenant/use-today.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { isEmpty } from '../service-edits.ts';
import type { EditedService } from '../use-service-edits.ts';
import { DomainEntry } from './domain-entry.tsx';
import { Rows } from './service-layout.ts';

interface DomainCardProps {
  tenantId: number;
  tenantName: string;
  service: Service;
  edited: EditedService;
}

/** The domains of a service: host and primary switch, add, delete [SVC-18, SVC-19]. */
export function DomainCard({ tenantId, tenantName, service, edited }: DomainCardProps) {
  const { rows, faults } = edited;
  const today = useToday();
  const { data: standing } = useQuery(queryOf(listDomainStanding, { params: { id: tenantId, service: service.slug } }));
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const hosts = rows.map(({ host }) => host.trim().toLowerCase());
  const add = () => {
    edited.add();
    // Focus the row without a host.
    list.current?.querySelector<HTMLInputElement>('[data-empty] input')?.focus();
  };
  return (
    <Card
      title="Domains"
      chips={<Count>{rows.length}</Count>}
      actions={
        <ActionButton ref={addButton} size="small" icon={mdiPlus} onClick={add}>
          Add domain
        </ActionButton>
      }
    >
      {rows.length === 0 ? (
        <p>{`${service.displayName} has no domain and cannot be reached.`}</p>
      ) : (
        <Rows ref={list} aria-label="Domains">
          {rows.map((row, index) => (
            <DomainEntry
              key={row.key}
              row={row}
              position={index + 1}
              fault={faults.get(row.key)}
              standing={standing?.domains.find(({ host }) => host === row.saved)}
              now={today}
              proposals={isEmpty(row) ? proposedHosts(service, tenantName, hosts) : []}
              onHost={(host) => edited.rename(row.key, host)}
              onPrimary={(on) => edited.makePrimary(row.key, on)}
              onDelete={() => {
                if (edited.remove(row)) addButton.current?.focus();
              }}
            />
          ))}
        </Rows>
      )}
    </Card>
  );
}
