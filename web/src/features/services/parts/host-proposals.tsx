import { ActionButton } from '../../../ui/action-button.tsx';
import { Proposals } from './service-layout.ts';

interface HostProposalsProps {
  hosts: readonly string[];
  onChoose: (host: string) => void;
}

/** The hosts that a new domain usually gets, by the suffixes of its service (C-086). */
export function HostProposals({ hosts, onChoose }: HostProposalsProps) {
  return (
    <Proposals role="group" aria-label="Suggested hosts">
      <span>Suggested</span>
      {hosts.map((host) => (
        <ActionButton
          key={host}
          size="small"
          aria-label={`Use ${host}`}
          onClick={({ currentTarget }) => {
            // The buttons go with the empty host; the focus stays in the row.
            currentTarget.closest('li')?.querySelector('input')?.focus();
            onChoose(host);
          }}
        >
          <code>{host}</code>
        </ActionButton>
      ))}
    </Proposals>
  );
}
