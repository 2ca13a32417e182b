import { mdiCloudUploadOutline, mdiServerOutline } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import type { previewConfig } from '@mission-control/contract/config/calls';
import { findConfigKind, type ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { styled } from '../../../ui/styled.ts';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { color, monoText } from '../../../ui/tokens.ts';
import { configPreviewQuery, configStateQuery } from '../queries.ts';
import { useTenant } from '../tenant-context.ts';
import { useCommit } from '../use-commit.ts';
import { ReadError } from '../../../ui/read-error.tsx';

const Block = styled('section')({
  '& h3': { fontSize: 12, lineHeight: '16px', fontWeight: 500, color: color.text3, marginBottom: 6 },
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

interface CommitPanelProps {
  tenantId: number;
  service: ConfigKindSlug;
  onClose: () => void;
}

/** What a commit would do, before it is done: which file goes to which servers. */
export function CommitPanel({ tenantId, service, onClose }: CommitPanelProps) {
  const preview = useQuery(configPreviewQuery(tenantId, service));
  const state = useQuery(configStateQuery(tenantId, service));
  const label = findConfigKind(service)?.label ?? service;
  const tenant = useTenant();
  const commit = useCommit(tenant, { slug: service, label }, onClose);
  const drift = tenant.config_drift[service];
  return (
    <SidePanel
      open
      title={`Commit ${label} config`}
      detail={state.data ? `Revision ${state.data.revision} goes to the servers` : ' '}
      onClose={onClose}
      foot={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiCloudUploadOutline}
            pending={commit.isPending}
            disabledReason={reasonAgainst(preview.data?.targets.length)}
            onClick={() => commit.mutate()}
          >
            Commit
          </ActionButton>
        </>
      }
    >
      {drift ? (
        <Banner meaning="bad" title="Changed on the server.">
          {drift.hosts.join(', ')} {drift.hosts.length === 1 ? 'has' : 'have'} another file than the committed one. The
          commit replaces it.
        </Banner>
      ) : null}
      {preview.error && !preview.data ? (
        <ReadError
          title="The preview could not be read"
          error={preview.error}
          retrying={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Effect preview={preview.data} />
      )}
    </SidePanel>
  );
}

/** Which file goes where, and how to undo it; grey bars while it loads. */
function Effect({ preview }: { preview: CallAnswer<typeof previewConfig> | undefined }) {
  return (
    <>
      <Block>
        <h3>Servers</h3>
        {preview ? (
          <Servers>
            {preview.targets.map(({ host, environment }) => (
              <li key={`${environment} ${host}`}>
                <Icon path={mdiServerOutline} size={14} color={color.text3} />
                {host}
                {host === environment ? null : <small>{environment}</small>}
              </li>
            ))}
          </Servers>
        ) : (
          <Skeleton height={20} />
        )}
      </Block>
      <Block>
        <h3>{preview ? `File ${preview.path}, secrets masked` : 'File'}</h3>
        {preview ? (
          <CodeView label="Rendered config" code={preview.content} maxHeight={420} />
        ) : (
          <Skeleton height={240} />
        )}
      </Block>
      <Block>
        <p>
          The file becomes active when every server has it. If that fails, the message says which servers differ. To
          undo a commit, save the earlier settings again and commit them.
        </p>
      </Block>
    </>
  );
}

function reasonAgainst(targets: number | undefined): string | null {
  if (targets === undefined) return 'The preview is still loading';
  return targets === 0 ? 'The service has no environment to publish to' : null;
}
