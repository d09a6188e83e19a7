// SPDX-License-Identifier: Apache-2.0
/** The list of resources and what lies beside it: registering one, a change of its class, and its end. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as decision } from '../../decision/words-en.ts';
import { words as registry } from '../../registry/words-en.ts';
import {
  changing,
  click,
  DONE,
  dialog,
  drawer,
  gone,
  hold,
  idOf,
  keys,
  NOW,
  openApp,
  pressInDialog,
  seen,
} from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const { classifications } = decision;
const MAILBOX = { id: idOf(5), name: 'mailbox', classification: 'SENSITIVE' } as const;
const link = () => page.getByRole('link', { name: MAILBOX.name });

it('registers a resource, says what a change of its class changes, and deletes it', async () => {
  const open = { ...MAILBOX, classification: 'PUBLIC' } as const;
  const service = await openApp('/resources', {
    listResources: { items: [{ name: 'orders' }] },
    createResource: changing(MAILBOX, { listResources: { items: [MAILBOX] } }),
    readResource: MAILBOX,
    updateResource: changing(open, { readResource: open }),
    deleteResource: changing(DONE, { listResources: {} }),
  });
  await seen(page.getByRole('row', { name: 'orders' }));
  await keys('c');
  await dialog().getByRole('textbox', { name: registry.name }).fill(MAILBOX.name);
  await dialog().getByRole('combobox', { name: words.class }).selectOptions(classifications.SENSITIVE);
  await pressInDialog(words.registerAct);
  await seen(page.getByText(words.registered(MAILBOX.name)));
  expect(service.last('createResource')?.body).toMatchObject({ name: 'mailbox', classification: 'SENSITIVE' });
  await click(link());
  await click(drawer().getByRole('button', { name: registry.edit }));
  await dialog().getByRole('combobox', { name: words.class }).selectOptions(classifications.PUBLIC);
  await seen(dialog().getByText(words.classChange(classifications.SENSITIVE, classifications.PUBLIC)));
  await pressInDialog(registry.save);
  await seen(page.getByRole('heading', { name: registry.looser.title }));
  expect(service.calls('updateResource')).toEqual([]);
  await click(page.getByRole('button', { name: registry.looser.act }));
  await seen(drawer().getByText(classifications.PUBLIC, { exact: true }));
  expect(service.last('updateResource')?.body).toMatchObject({ classification: 'PUBLIC', updatedAt: NOW });
  await click(drawer().getByRole('button', { name: registry.remove }));
  await hold(registry.confirmRemove);
  await seen(page.getByText(words.removed(MAILBOX.name)));
  await gone(link());
  expect(service.last('deleteResource')?.params).toEqual({ id: MAILBOX.id });
});
