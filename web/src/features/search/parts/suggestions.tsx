import { cutName } from '@mission-control/contract/search/rules';
import type { SearchResult } from '../use-search-box.ts';
import { Option, Popup, Word } from './search-parts.ts';

interface SuggestionsProps {
  /** Start of the ids of list and options. */
  id: string;
  shown: boolean;
  results: readonly SearchResult[];
  /** Place of the active one. */
  place: number;
  /** Said when there is nothing to choose. */
  note: string;
  onPoint: (place: number) => void;
  onChoose: (result: SearchResult) => void;
}

/** The list under the search box. */
export function Suggestions({ id, shown, results, place, note, onPoint, onChoose }: SuggestionsProps) {
  return (
    <Popup hidden={!shown}>
      <ul role="listbox" id={`${id}-list`} aria-label="Tenants">
        {results.map((result, index) => (
          <Option
            key={result.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === place}
            title={result.name}
            // The box keeps the focus, so that its blur does not close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onPoint(index)}
            onClick={() => onChoose(result)}
          >
            {cutName(result.name)}
          </Option>
        ))}
      </ul>
      <Word role="status">{shown ? note : ''}</Word>
    </Popup>
  );
}
