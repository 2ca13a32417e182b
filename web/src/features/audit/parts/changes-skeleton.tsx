import { Skeleton } from '../../../ui/skeleton.tsx';
import { Entry } from './change-layout.ts';

/** Changes before they have been read, in their final size. */
export function ChangesSkeleton() {
  return (
    <ol style={{ listStyle: 'none' }} role="status" aria-label="Loading the changes">
      {[260, 320, 220, 300].map((width) => (
        <Entry key={width}>
          <p>
            <Skeleton width={width} />
          </p>
          <Skeleton width={64} />
          <div>
            <Skeleton width={180} />
          </div>
        </Entry>
      ))}
    </ol>
  );
}
