import { mdiPackageVariantClosedPlus } from '@mdi/js';
import { releaseEnvLabel } from '@mission-control/contract/releases/catalogue';
import { createRelease } from '@mission-control/contract/releases/calls';
import { buildEnvs } from '@mission-control/contract/releases/rules';
import type { TagRow } from '@mission-control/contract/releases/schema';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { KeyValue } from '../../../ui/layout/key-value.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { useReleaseOrder } from '../use-create-release.ts';
import { FieldPair, loadingOr, plainOptions, EnvironmentField, ServiceField } from './service-field.tsx';

interface ReleaseFormProps {
  order: ReturnType<typeof useReleaseOrder>;
  tags: readonly TagRow[] | undefined;
  tagsError: unknown;
  pending: boolean;
  onCreate: () => void;
}

/** A release of a tag for a service; bg is built for its own two environments [REL-13] (C-101). */
export function ReleaseForm({ order, tags, tagsError, pending, onCreate }: ReleaseFormProps) {
  const { app, tag, service, env } = order;
  const names = app === null ? [] : (tags?.map((one) => one.tag) ?? []);
  const fixed = app === 'bg';
  const roleRefusal = useRoleRefusal(createRelease, 'create a release');
  return (
    <Card
      title="What to release"
      footer={
        <ActionButton
          block
          variant="primary"
          icon={mdiPackageVariantClosedPlus}
          pending={pending}
          disabledReason={roleRefusal ?? refusalOf(app, names.includes(tag) ? tag : '', service)}
          onClick={onCreate}
        >
          Create release
        </ActionButton>
      }
    >
      <SelectField
        label="Tag"
        data-mono
        options={plainOptions(names)}
        placeholder={placeholderOf(app, tags, tagsError)}
        disabled={app === null || names.length === 0}
        value={names.includes(tag) ? tag : ''}
        onChange={(event) => order.setTag(event.target.value)}
      />
      <FieldPair>
        <ServiceField app={app} value={service} onChange={order.setService} />
        {fixed ? (
          <KeyValue
            labelWidth={92}
            rows={[{ label: 'Environment', value: buildEnvs(app, env).map(releaseEnvLabel).join(', then ') }]}
          />
        ) : (
          <EnvironmentField app={app} value={app === null ? '' : env} onChange={order.setEnv} />
        )}
      </FieldPair>
    </Card>
  );
}

function placeholderOf(app: string | null, tags: readonly TagRow[] | undefined, error: unknown): string {
  if (app === null) return 'Choose an app first';
  if (tags === undefined) return loadingOr(error);
  return tags.length === 0 ? 'No tags yet' : 'Choose a tag';
}

function refusalOf(app: string | null, tag: string, service: string): string | null {
  if (app === null) return 'Choose an app first.';
  if (tag === '') return 'Choose a tag first.';
  return service === '' ? 'Choose a service first.' : null;
}
