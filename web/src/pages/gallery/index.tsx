// SPDX-License-Identifier: Apache-2.0
/** Every part of the app in its states, for the eye and for the checks of accessibility. Nothing leads here. */
import { useLanguage } from '../../language/index.tsx';
import { Page, ScrollRegion } from '../../page/page.tsx';
import { ChartParts } from './charts.tsx';
import { ControlParts } from './controls.tsx';
import { DecisionParts } from './decisions.tsx';
import { ListParts } from './lists.tsx';
import { OverlayParts } from './overlays.tsx';
import { PolicyParts } from './policy.tsx';

export default function GalleryPage() {
  const { words } = useLanguage().messages;
  return (
    <Page title="Gallery" count={Object.keys(words.outcomes).length}>
      <ScrollRegion label="Gallery">
        <DecisionParts />
        <ChartParts />
        <ControlParts />
        <OverlayParts />
        <PolicyParts />
        <ListParts />
      </ScrollRegion>
    </Page>
  );
}
