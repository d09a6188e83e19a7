// SPDX-License-Identifier: Apache-2.0
/** The keys of the app, in one list. */
import { Fragment } from 'react';
import { useLanguage } from '../language/index.tsx';
import { NAV_ITEMS } from '../page/nav-items.ts';
import { Dialog, DialogBody } from '../ui/dialog.tsx';
import { KEY_CAP } from '../ui/tag.tsx';

export function KeysDialog({ onClose }: { onClose(): void }) {
  const { shell, ui } = useLanguage().messages;
  const { keys, pages } = shell;
  const groups = [
    {
      name: keys.everywhere,
      rows: [
        { does: keys.palette, keys: ['Ctrl', 'K'] },
        { does: keys.search, keys: ['/'] },
        { does: keys.create, keys: ['C'] },
        { does: keys.save, keys: ['Ctrl', 'S'] },
        ...NAV_ITEMS.flatMap(({ key, name }) =>
          key === undefined ? [] : [{ does: keys.goTo(pages[name]), keys: ['G', key.toUpperCase()] }],
        ),
        { does: keys.all, keys: ['?'] },
      ],
    },
    {
      name: keys.lists,
      rows: [
        { does: keys.next, keys: ['J', 'K'] },
        { does: keys.open, keys: ['Enter'] },
        { does: keys.select, keys: ['X'] },
        { does: keys.back, keys: ['Esc'] },
        { does: keys.filter, keys: ['F'] },
      ],
    },
    {
      name: keys.reviews,
      rows: [
        { does: keys.approve, keys: ['A'] },
        { does: keys.deny, keys: ['D'] },
        { does: keys.confirm, keys: ['Enter'] },
        { does: keys.note, keys: ['N'] },
        { does: keys.confirmFromNote, keys: ['Ctrl', 'Enter'] },
      ],
    },
  ];
  return (
    <Dialog title={keys.title} closeName={ui.close} onClose={onClose}>
      <DialogBody>
        {groups.map(({ name, rows }) => (
          <section key={name}>
            <h3 className="pb-1 text-meta font-medium text-ink-3">{name}</h3>
            <dl className="grid grid-cols-[1fr_5.5rem] items-center gap-x-3 gap-y-1.5">
              {rows.map((row) => (
                <Fragment key={row.does}>
                  <dt>{row.does}</dt>
                  <dd className="flex gap-1">
                    {row.keys.map((key) => (
                      <kbd key={key} className={`${KEY_CAP} text-ink-2`}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
