import { mdiContentSaveOutline, mdiRestore } from '@mdi/js';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Head } from './relation-layout.ts';

interface RelationHeadProps {
  tenantName: string;
  unsaved: number;
  saving: boolean;
  /** Why it cannot be saved now. */
  blocked: string | null;
  onReset: () => void;
  onSave: () => void;
  /** A button between Reset and Save. */
  children: ReactNode;
}

/** Whose relations, and what can be done with all of them. */
export function RelationHead({ tenantName, unsaved, saving, blocked, onReset, onSave, children }: RelationHeadProps) {
  return (
    <Head>
      <h2>Relations of {tenantName}</h2>
      {unsaved > 0 ? (
        <ActionButton variant="ghost" icon={mdiRestore} onClick={onReset}>
          Reset
        </ActionButton>
      ) : null}
      {children}
      <ActionButton
        variant="primary"
        icon={mdiContentSaveOutline}
        count={unsaved > 0 ? unsaved : undefined}
        pending={saving}
        disabledReason={blocked}
        onClick={onSave}
      >
        Save
      </ActionButton>
    </Head>
  );
}
