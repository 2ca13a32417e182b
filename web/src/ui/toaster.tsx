import { Toaster as Sonner } from 'sonner';

/** Where toasts appear. So many are visible that none waits unseen behind another. */
export function Toaster() {
  return (
    <Sonner
      theme="dark"
      position="bottom-center"
      duration={8000}
      visibleToasts={50}
      expand
      gap={8}
      offset={24}
      mobileOffset={12}
      style={{ '--width': '440px' } as object}
      containerAriaLabel="Messages"
    />
  );
}
