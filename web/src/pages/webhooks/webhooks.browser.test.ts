// SPDX-License-Identifier: Apache-2.0
/** Webhooks: adding an endpoint with a secret that is shown once, changing it, its end, and what a member sees. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  changing,
  click,
  DONE,
  dialog,
  focus,
  gone,
  hold,
  idOf,
  keys,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const URL_OF_SIEM = 'https://siem.example/siem';
const ADDED = { id: idOf(2), url: 'https://siem.example/added', description: 'Added by hand' } as const;
const SIEM = { id: idOf(1), url: URL_OF_SIEM, hasBeenCalled: true } as const;
const SECRET = `whsec_${'A'.repeat(43)}`;
const address = () => dialog().getByRole('textbox', { name: words.url });
const card = (url: string) => page.getByRole('region', { name: url });

it('adds an endpoint, names the fault of its address, and shows its secret once', async () => {
  const service = await openApp('/webhooks', {
    listWebhooks: { items: [SIEM] },
    listDeliveries: {},
    createWebhook: refused('conflict'),
  });
  await focus(page.getByRole('button', { name: words.add }));
  await keys('{Enter}');
  // The first field has the focus. No request is sent without an address.
  await expect.element(address()).toHaveFocus();
  await keys('{Enter}');
  await seen(dialog().getByText(words.missingUrl));
  expect(service.calls('createWebhook')).toEqual([]);
  await keys(`${URL_OF_SIEM}{Enter}`);
  await seen(dialog().getByText(words.takenUrl));
  service.answer({
    createWebhook: changing({ ...ADDED, secret: SECRET }, { listWebhooks: { items: [ADDED, SIEM] } }),
  });
  await address().fill(ADDED.url);
  await dialog().getByRole('textbox', { name: words.description }).fill(ADDED.description);
  await dialog().getByRole('combobox', { name: words.format }).selectOptions(words.formats.STANDARD_WEBHOOKS);
  await seen(dialog().getByText(words.formatHints.STANDARD_WEBHOOKS));
  await focus(address());
  await keys('{Enter}');
  await expect.element(dialog().getByRole('textbox', { name: words.secret })).toHaveValue(SECRET);
  expect(service.last('createWebhook')?.body).toEqual({
    url: ADDED.url,
    description: ADDED.description,
    format: 'STANDARD_WEBHOOKS',
  });
  // It would be gone for good.
  await keys('{Escape}');
  const done = dialog().getByRole('button', { name: ui.secret.done });
  await expect.element(done).toBeDisabled();
  await click(dialog().getByRole('checkbox', { name: ui.secret.stored }));
  await click(done);
  await seen(page.getByText(words.added));
  await click(page.getByRole('link', { name: ADDED.url }));
  await seen(page.getByRole('heading', { name: ADDED.url }));
  expect(document.documentElement.outerHTML).not.toContain(SECRET);
});

it('says of a held endpoint since when, and how many events made no delivery', async () => {
  const held = { since: '2026-11-24T12:00:00.000Z', skipped: 1_204 } as const;
  await openApp('/webhooks', { listWebhooks: { items: [{ ...SIEM, held }] }, listDeliveries: {} });
  await seen(card(SIEM.url).getByText(/1,204 so far/));
  await seen(card(SIEM.url).getByText(words.held, { exact: true }));
});

it('changes, disables, enables and deletes an endpoint', async () => {
  const moved = { ...ADDED, url: 'https://siem.example/moved', description: null } as const;
  const disabled = { ...moved, disabledAt: '2026-11-24T12:00:00.000Z', disabledReason: 'manual' } as const;
  const service = await openApp(`/webhooks?webhook=${ADDED.id}`, {
    listWebhooks: { items: [ADDED] },
    listDeliveries: {},
    updateWebhook: changing(moved, { listWebhooks: { items: [moved] } }),
    deleteWebhook: changing(DONE, { listWebhooks: {} }),
  });
  await click(page.getByRole('button', { name: words.editOne(ADDED.url) }));
  await expect.element(address()).toHaveValue(ADDED.url);
  await address().fill(moved.url);
  await dialog().getByRole('textbox', { name: words.description }).fill('');
  await pressInDialog(words.save);
  await seen(card(moved.url));
  await gone(card(moved.url).getByText(ADDED.description));
  expect(service.last('updateWebhook')?.body).toEqual({ url: moved.url, description: null, format: 'SVC' });

  service.answer({ updateWebhook: changing(disabled, { listWebhooks: { items: [disabled] } }) });
  await click(card(moved.url).getByRole('button', { name: words.disableOne(moved.url) }));
  await seen(card(moved.url).getByText(words.disabledReasons.manual));
  await gone(card(moved.url).getByRole('button', { name: words.sendTestTo(moved.url) }));
  expect(service.last('updateWebhook')?.body).toEqual({ enabled: false });
  service.answer({ updateWebhook: changing(moved, { listWebhooks: { items: [moved] } }) });
  await click(card(moved.url).getByRole('button', { name: words.enableOne(moved.url) }));
  // Nothing was sent to its new address yet.
  await seen(card(moved.url).getByText(words.uncalled).first());
  expect(service.last('updateWebhook')?.body).toEqual({ enabled: true });

  const remove = card(moved.url).getByRole('button', { name: words.removeOne(moved.url) });
  await click(remove);
  await pressInDialog(ui.cancel);
  await gone(dialog().getByText(words.removeText));
  await click(remove);
  await hold(words.confirmRemove);
  await seen(page.getByText(words.removed));
  await gone(card(moved.url));
  expect(service.calls('deleteWebhook').map(({ params }) => params)).toEqual([{ id: ADDED.id }]);
  // Its buttons are gone: the focus stands where the page begins.
  expect(document.activeElement?.id).toBe('content');
});

it('sends a test, which comes first in the list', async () => {
  const block = { id: idOf(3), webhookId: SIEM.id, type: 'BLOCK', types: ['BLOCK'], status: 'DELIVERED' } as const;
  const test = { ...block, id: idOf(4), type: 'TEST', types: ['TEST'] } as const;
  const service = await openApp('/webhooks', {
    listWebhooks: { items: [SIEM] },
    listDeliveries: { items: [block] },
    testWebhook: changing(test, { listDeliveries: { items: [test, block] } }),
  });
  await click(page.getByRole('button', { name: words.sendTestTo(SIEM.url) }));
  await seen(card(SIEM.url).getByRole('listitem').first().getByText(words.types.TEST, { exact: true }));
  expect(service.last('testWebhook')?.params).toEqual({ id: SIEM.id });
});

it('lets a member look, and change nothing', async () => {
  const delivery = { webhookId: SIEM.id, type: 'BLOCK', types: ['BLOCK'], status: 'FAILED' } as const;
  await openApp(
    '/webhooks',
    { listWebhooks: { items: [SIEM] }, listDeliveries: { items: [delivery] } },
    {
      role: 'MEMBER',
    },
  );
  await seen(card(SIEM.url).getByText(words.statuses.FAILED));
  expect(page.getByRole('button', { name: /^(Send|Add|Edit|Make|Disable|Delete)/ }).elements()).toEqual([]);
});

it('shows at the format that the secret does not fit it, and the format of an endpoint once it has one', async () => {
  const changed = { ...SIEM, format: 'STANDARD_WEBHOOKS' } as const;
  const fault = { code: 'SECRET_NOT_DECODABLE', params: { min: 24, max: 64 } } as const;
  const service = await openApp('/webhooks', {
    listWebhooks: { items: [SIEM] },
    listDeliveries: {},
    updateWebhook: refused('validation_error', {
      fields: { format: 'needs another secret; make a new secret first' },
      fieldCodes: { format: fault },
    }),
  });
  await click(card(SIEM.url).getByRole('button', { name: words.editOne(SIEM.url) }));
  const format = () => dialog().getByRole('combobox', { name: words.format });
  await format().selectOptions(words.formats.STANDARD_WEBHOOKS);
  await pressInDialog(words.save);
  await expect.element(format()).toHaveAttribute('aria-invalid', 'true');
  await seen(dialog().getByText(/make a new secret first/));
  service.answer({ updateWebhook: changing(changed, { listWebhooks: { items: [changed] } }) });
  await pressInDialog(words.save);
  await seen(card(SIEM.url).getByText(words.formats.STANDARD_WEBHOOKS, { exact: true }));
});
