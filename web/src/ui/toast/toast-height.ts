const HEIGHT_VARIABLE = '--toast-height';

/** Height reserved for toasts at the bottom of the screen, as a CSS length; dialogs stay above it. */
export const toastHeight = `var(${HEIGHT_VARIABLE}, 0px)`;

/** Keeps the reserved height in step with the toasts inside `place`. Returns the function that stops it. */
export function trackToastHeight(place: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = () => {
    const list = place.querySelector<HTMLElement>('[data-sonner-toaster]');
    const height = list?.offsetHeight ?? 0;
    if (height > 0) style.setProperty(HEIGHT_VARIABLE, `${height}px`);
    else style.removeProperty(HEIGHT_VARIABLE);
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
    style.removeProperty(HEIGHT_VARIABLE);
  };
}
