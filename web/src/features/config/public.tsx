export { useCommit } from './parts/commit/use-commit.ts';
