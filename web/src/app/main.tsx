// First, so that they run before everything else is evaluated.
import './trusted-types.ts';
import '../lib/zod-without-eval.ts';
import './read-early.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp } from './create-app.tsx';
import { createBrowserChannel } from './session/browser-channel.ts';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element #root.');
createRoot(place).render(<StrictMode>{createApp(createBrowserChannel())}</StrictMode>);
