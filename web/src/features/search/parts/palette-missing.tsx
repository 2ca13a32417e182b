import { Note, Popup } from './search-parts.ts';

/** In place of a palette that could not be loaded. */
export function PaletteMissing() {
  return (
    <Popup>
      <Note role="alert">The search could not be loaded. Reload the page.</Note>
    </Popup>
  );
}
