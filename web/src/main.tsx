// SPDX-License-Identifier: Apache-2.0
/** Starts the app in the page that loaded it. */
import { createRoot } from 'react-dom/client';
import { startApp } from './app.tsx';

// React says so itself if the page has no place for the app.
await startApp(createRoot(document.getElementById('root') as HTMLElement));
