// SPDX-License-Identifier: Apache-2.0
/** Holds back a change that lets more through until a second person accepts it, where the organization asks for one. */
import type pg from 'pg';
import {
  looserSettings,
  type OrganizationSnapshot,
  type SettingsGate,
  StaleRules,
} from '../../organization/organizations/index.ts';
import { selectRole } from '../../people/memberships/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type Change, entriesOf, lockHead } from '../../storage/heads/index.ts';
import type { AskedChange, PolicyGuard } from '../policies/index.ts';
import { compareSet, type FaultLog, type Proofs } from '../proofs/index.ts';
import { isSameLooser, looserOf } from './looser-of.ts';
import { makeProposal, waiting } from './make-proposal.ts';
import { answerProposal, type StoredProposal, writeLooser } from './rows.ts';

/** The person who accepts, and the proposal. */
export interface Accepted {
  organizationId: string;
  accountId: string;
  proposal: StoredProposal;
}

export interface SecondPerson {
  /** For every change of the policies. */
  guard: PolicyGuard;
  /** For the change of an accepted proposal. */
  accepting(accepted: Accepted): PolicyGuard;
}

/** @param claims the guard of the claims, which holds for accepted changes too */
export function createSecondPerson(
  deps: { pool: pg.Pool; proofThreads: Proofs; log: FaultLog },
  claims: PolicyGuard,
): SecondPerson {
  const looserBy: LooserBy = async (snapshot, proposed, { asked, nowMs }) => {
    const changedId = asked.kind === 'updatePolicy' ? asked.subject : null;
    const compared = compareSet(deps, snapshot, { proposed: await proposed(), changedId, nowMs });
    return looserOf(await compared.catch(unknownIfTooLong));
  };
  return {
    guard: {
      async check(snapshot, proposed, how) {
        const guarded = await claims.check(snapshot, proposed, how);
        if (how.isPlan || !snapshot.settings.loosenNeedsTwo) return guarded;
        const looser = await looserBy(snapshot, proposed, how);
        if (looser === null) return guarded;
        throw waiting(await propose(deps.pool, snapshot, how.asked, looser));
      },
    },
    accepting: (accepted) => ({
      async check(snapshot, proposed, how) {
        const { proposal, organizationId } = accepted;
        const looser = (await looserBy(snapshot, proposed, how)) ?? NOTHING_LOOSER;
        if (!isSameLooser(looser, proposal.looser)) {
          await inTransaction(deps.pool, [organizationId], async (transaction) => {
            await lockHead(transaction, organizationId);
            await writeLooser(transaction, organizationId, proposal.id, looser);
          });
          throw comparedAnew();
        }
        const guarded = await claims.check(snapshot, proposed, how);
        return {
          ...guarded,
          keep: async (transaction, version) => [
            ...(await guarded.keep(transaction, version)),
            await markAccepted(transaction, accepted),
          ],
        };
      },
    }),
  };
}

type LooserBy = (
  snapshot: OrganizationSnapshot,
  proposed: Parameters<PolicyGuard['check']>[1],
  how: Parameters<PolicyGuard['check']>[2],
) => Promise<ReturnType<typeof looserOf>>;

/** A set that takes too long to compare is one that may let more through. */
function unknownIfTooLong(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
  return { complete: false, of: 'decision', looser: 0, changes: [] } as const;
}

const NOTHING_LOOSER = { policies: null, settings: [], records: [] };

export function comparedAnew(): ApiError {
  const message = 'Something else changed meanwhile, and this change lets other things through now; read it again.';
  return new ApiError('conflict', { message });
}

/** The comparison was made under the snapshot. @throws StaleRules @throws ApiError 403, 409 */
async function propose(
  pool: pg.Pool,
  snapshot: OrganizationSnapshot,
  asked: AskedChange,
  looser: NonNullable<ReturnType<typeof looserOf>>,
): Promise<string> {
  const { organizationId, generation, apiKeys } = snapshot;
  const { author } = asked;
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    if (head.generation !== generation) throw new StaleRules();
    const role = author.type === 'user' ? await adminRole(transaction, organizationId, author.id) : undefined;
    const { id, changes } = await makeProposal(transaction, organizationId, asked, looser);
    const entries = entriesOf(organizationId, changes, {
      actor: author,
      nowMs: transaction.clock.nowMs(),
      source: author.type === 'user' ? 'app' : 'policies-as-code',
      keyPrefix: apiKeys.get(author.id)?.prefix ?? null,
      ...(role !== undefined && { role }),
    });
    await appendEntries(transaction, head, entries);
    return id;
  });
}

/** The same for settings. Their change and its proposal are one transaction. */
export const holdSettings: SettingsGate = async (transaction, { changer, stored, settings, change }) => {
  const looser = looserSettings(stored, settings);
  if (!stored.loosenNeedsTwo || looser.length === 0) return { refusal: null, changes: [] };
  const { checkpointUrl: _secret, ...request } = change;
  if (settings.checkpointUrl !== stored.checkpointUrl) {
    throw invalid('checkpointUrl', 'change it by itself: what waits for a second person holds no secret');
  }
  const { accountId, organizationId } = changer;
  const asked = {
    kind: 'updateOrganization',
    subject: null,
    request,
    author: { type: 'user', id: accountId },
  } as const;
  const made = await makeProposal(transaction, organizationId, asked, { ...NOTHING_LOOSER, settings: looser });
  return { refusal: waiting(made.id), changes: made.changes };
};

export function acceptingSettings(accepted: Accepted): SettingsGate {
  const { proposal, organizationId } = accepted;
  return async (transaction, { stored, settings }) => {
    const looser = { ...NOTHING_LOOSER, settings: looserSettings(stored, settings) };
    if (isSameLooser(looser, proposal.looser)) {
      return { refusal: null, changes: [await markAccepted(transaction, accepted)] };
    }
    await writeLooser(transaction, organizationId, proposal.id, looser);
    return { refusal: comparedAnew(), changes: [] };
  };
}

/** Under the head's lock, in the transaction of the change. @throws ApiError 403, 409 */
export async function markAccepted(transaction: Transaction, accepted: Accepted): Promise<Change> {
  const { organizationId, accountId, proposal } = accepted;
  await adminRole(transaction, organizationId, accountId);
  const { id, kind } = proposal;
  const isWaiting = await answerProposal(transaction, organizationId, { id, status: 'ACCEPTED', accountId });
  if (!isWaiting)
    throw new ApiError('conflict', { message: 'The change was answered meanwhile, or its time is over.' });
  const metadata = { change: kind, authorId: proposal.authorId };
  return { kind: 'proposal.accepted', subject: { type: 'proposal', id }, metadata };
}

async function adminRole(transaction: Transaction, organizationId: string, accountId: string) {
  const role = await selectRole(transaction, organizationId, accountId);
  if (role === 'OWNER' || role === 'ADMIN') return role;
  throw new ApiError('forbidden', { message: 'Your role may not do that.' });
}
