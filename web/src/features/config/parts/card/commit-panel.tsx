import { mdiCloudUploadOutline, mdiHistory, mdiPencilOutline, mdiServerOutline } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { commitConfig, type previewConfig } from '@mission-control/contract/config/calls';
import { configLabel, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { styled } from '../../../../ui/theme/styled.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { CodeView } from '../../../../ui/display/code-view.tsx';
import { DiffView } from '../../../../ui/display/diff-view.tsx';
import { Icon } from '../../../../ui/display/icon.tsx';
import { Segment } from '../../../../ui/field/segment.tsx';
import { SidePanel } from '../../../../ui/dialog/side-panel.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { StateBox } from '../../../../ui/layout/state-box.tsx';
import { color, monoText } from '../../../../ui/theme/tokens.ts';
import { previewQuery } from '../../queries.ts';
import { neverCommitted } from '../../state/commit-gate.ts';
import { DriftBanner } from '../commit/drift-banner.tsx';
import { useCommit } from '../commit/use-commit.ts';
import { useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { QueryView } from '../../../../lib/query/query-page.tsx';

type Preview = CallResponse<typeof previewConfig>;

const Block = styled('section')({
  '& h3': {
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 500,
    color: color.text3,
    marginBottom: 6,
    overflowWrap: 'anywhere',
  },
  '& p': { fontSize: 13, lineHeight: '20px', color: color.text2 },
});
const Servers = styled('ul')({
  listStyle: 'none',
  display: 'flex',
  flexDirection: 'column',
  gap: 4,
  '& li': { display: 'flex', alignItems: 'center', gap: 8, ...monoText },
  '& small': { fontSize: 12, color: color.text3 },
});
const Choice = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 10px',
  marginBottom: 8,
  '& small': { fontSize: 12, color: color.text3 },
});

/** Parameters of the config editor's path. */
interface ConfigPath {
  id: number;
  kind: ConfigKindSlug;
}

interface CommitPanelProps {
  tenant: TenantDetail;
  service: ConfigKindSlug;
  onClose: () => void;
}

/** Preview of a commit: changes in the file, target servers, and how to undo it. */
export function CommitPanel({ tenant, service, onClose }: CommitPanelProps) {
  const target = { tenantId: tenant._id, kind: service };
  const preview = useQuery(previewQuery(target));
  const label = configLabel(service);
  const commit = useCommit(target, { slug: service, label }, tenant.tenant_name, onClose);
  const refusal = useRoleRefusal(commitConfig, 'commit a config');
  const editor = { id: tenant._id, kind: service };
  const { data } = preview;
  const neverSaved = data?.revision === 0;
  return (
    <SidePanel
      open
      title={`Commit ${label} config`}
      detail={data && !neverSaved ? `Revision ${data.revision} goes to the servers` : ' '}
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          {neverSaved ? null : (
            <ActionButton
              variant="primary"
              icon={mdiCloudUploadOutline}
              pending={commit.isPending}
              disabledReason={refusal ?? reasonAgainst(data?.targets.length)}
              onClick={() => commit.mutate()}
            >
              Commit
            </ActionButton>
          )}
        </>
      }
    >
      <DriftBanner drift={tenant.config_drift[service]} known={!neverCommitted(tenant, service)} />
      <QueryView
        query={preview}
        errorTitle="The preview could not be loaded"
        loading={<Loading />}
        empty={{ when: ({ revision }) => revision === 0, show: <NeverSaved editor={editor} /> }}
      >
        {(shown) => <Effect preview={shown} editor={editor} />}
      </QueryView>
    </SidePanel>
  );
}

function NeverSaved({ editor }: { editor: ConfigPath }) {
  return (
    <>
      <StateBox
        meaning="notice"
        icon={mdiPencilOutline}
        title="No config saved yet"
        detail="There is nothing to commit. Open Config to write the first settings."
      />
      <div>
        <ActionButton href={pathTo('/tenant/$id/$kind/config', editor)}>Config</ActionButton>
      </div>
    </>
  );
}

function Loading() {
  return (
    <>
      <Block>
        <h3>Servers</h3>
        <Skeleton height={20} />
      </Block>
      <Block>
        <h3>File</h3>
        <Skeleton height={240} />
      </Block>
    </>
  );
}

/** Which file goes where, and how to undo it. */
function Effect({ preview, editor }: { preview: Preview; editor: ConfigPath }) {
  return (
    <>
      <Block>
        <h3>Servers</h3>
        <Servers>
          {preview.targets.map(({ host, environment }) => (
            <li key={`${environment} ${host}`}>
              <Icon path={mdiServerOutline} size={14} color={color.text3} />
              {host}
              {host === environment ? null : <small>{environment}</small>}
            </li>
          ))}
        </Servers>
      </Block>
      <FileChange preview={preview} />
      <Block>
        <p>
          The file becomes active when every server has it. If that fails, the message says which servers differ. To
          undo a commit, restore an earlier revision and commit it.
        </p>
      </Block>
      <div>
        <ActionButton icon={mdiHistory} href={pathTo('/tenant/$id/$kind/config', editor, { panel: 'revisions' })}>
          Restore a revision
        </ActionButton>
      </div>
    </>
  );
}

/** Changes in the file since the last commit; the whole file on demand, or when there was none before. */
function FileChange({ preview: { path, content, committed } }: { preview: Preview }) {
  const [form, setForm] = useState<'changes' | 'file'>('changes');
  const whole = <CodeView label="Rendered config" code={content} maxHeight={420} />;
  return (
    <Block>
      <h3>File {path}, secrets masked</h3>
      {committed ? (
        <Choice>
          <Segment
            label="Show"
            value={form}
            onChange={setForm}
            options={[
              { value: 'changes', label: 'Changes' },
              { value: 'file', label: 'Whole file' },
            ]}
          />
          <small>since revision {committed.revision}</small>
        </Choice>
      ) : (
        <p style={{ marginBottom: 8 }}>Never committed: the whole file is new.</p>
      )}
      {committed && form === 'changes' ? <Changes before={committed.content} after={content} /> : whole}
    </Block>
  );
}

function Changes({ before, after }: { before: string; after: string }) {
  if (before === after) return <p>No line of the file changes. A commit writes it again.</p>;
  return <DiffView label="Changes of the file" before={before} after={after} maxHeight={420} />;
}

function reasonAgainst(targets: number | undefined): string | null {
  if (targets === undefined) return 'The preview is still loading';
  return targets === 0 ? 'The service has no environment to publish to' : null;
}
