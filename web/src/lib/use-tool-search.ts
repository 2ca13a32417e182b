import { useNavigate, useSearch } from '@tanstack/react-router';
import { toolSearch, type ToolSearch } from './tool-search.ts';

type Change = { [Key in keyof ToolSearch]: ToolSearch[Key] | undefined };

/** What of a tool is in its address, and how to write a part of it; undefined takes a key out. */
export function useToolSearch(): [ToolSearch, (part: Change) => void] {
  const url = toolSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const write = (part: Change) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => toolSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    } as never);
  return [url, write];
}
