// SPDX-License-Identifier: Apache-2.0
/** The theme: that of the generator, with a frame of our own that works by keyboard and needs nothing inline. */
import './styles.css';
import './frame.css';
import './text.css';
import './parts.css';

export * from '@rspress/core/theme-original';
export { Requests } from './api/requests.tsx';
export { Setup } from './api/setup.tsx';
export { TryIt } from './api/try-it.tsx';
export { Header as Nav } from './header.tsx';
export { DocContent, Layout } from './layout.tsx';
export { Menu as Sidebar } from './menu.tsx';
export { NotFound as NotFoundLayout } from './not-found.tsx';
