import { useQuery } from '@tanstack/react-query';
import { CodeView } from '../../../ui/code-view.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Mono } from '../../../ui/mono.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { previewQuery } from '../queries.ts';
import { useEditor } from './editor-context.ts';
import { Spring, Stack, Wrap } from './layout.ts';
import { ReadError } from '../../../ui/read-error.tsx';

/** The file as it will be written, secrets masked. */
export function RenderedFile() {
  const { editor } = useEditor();
  const { data, error, isFetching, refetch } = useQuery(previewQuery(editor.target));
  if (error && !data)
    return (
      <ReadError
        title="The file could not be read"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={240} />;
  return (
    <Stack gap={8}>
      <Wrap>
        <Mono small>{data.path}</Mono>
        <Spring />
        <CopyButton text={data.hash} label="Copy fingerprint" shown={`fingerprint ${data.hash.slice(0, 12)}`} />
      </Wrap>
      <CodeView label="Rendered file" code={data.content} maxHeight={360} />
    </Stack>
  );
}
