import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { ToastCard } from './toast-card.tsx';
import { presentToasts, type Toast } from './toast.ts';

function show(message: Toast): void {
  sonner.custom((id) => <ToastCard {...message} onClose={() => sonner.dismiss(id)} />);
}

/** Where toasts appear. So many are visible that none waits unseen behind another. */
export function Toaster() {
  useEffect(() => presentToasts(show), []);
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
