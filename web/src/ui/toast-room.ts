const ROOM = '--toast-room';

/** So much of the screen's bottom is the messages', as a CSS length; nothing where there are none. Dialogs stay above it. */
export const toastRoom = `var(${ROOM}, 0px)`;

/** Measures the room that the messages inside `place` take, as they come and go. Returns how to end that. */
export function keepToastRoom(place: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = () => {
    const list = place.querySelector<HTMLElement>('[data-sonner-toaster]');
    const height = list?.offsetHeight ?? 0;
    if (height > 0) style.setProperty(ROOM, `${height}px`);
    else style.removeProperty(ROOM);
    return list;
  };
  const sizes = new ResizeObserver(measure);
  const news = new MutationObserver(() => {
    sizes.disconnect();
    const list = measure();
    if (list) sizes.observe(list);
  });
  news.observe(place, { childList: true, subtree: true });
  return () => {
    news.disconnect();
    sizes.disconnect();
    style.removeProperty(ROOM);
  };
}
