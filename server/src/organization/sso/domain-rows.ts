// SPDX-License-Identifier: Apache-2.0
/** The rows of domains. Writers hold the head's lock. */
import type pg from 'pg';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';

export interface DomainRow {
  domain: string;
  token: string;
  verifiedAt: Date | null;
  verifiedBy: 'DNS' | 'OPERATOR' | null;
  createdAt: Date;
}

export async function selectDomains(transaction: Transaction, organizationId: string): Promise<DomainRow[]> {
  return await transaction.query<DomainRow & Record<string, unknown>>(SELECT, [organizationId]);
}

const SELECT = `
  SELECT domain, token, verified_at AS "verifiedAt", verified_by AS "verifiedBy", created_at AS "createdAt"
  FROM svc.sso_domains WHERE organization_id = $1 ORDER BY domain`;

export async function insertDomain(
  transaction: Transaction,
  organizationId: string,
  { domain, token }: { domain: string; token: string },
): Promise<void> {
  await transaction.query(INSERT, [organizationId, domain, token, transaction.clock.now()]);
}

const INSERT = `
  INSERT INTO svc.sso_domains (organization_id, domain, token, created_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (organization_id, domain) DO NOTHING`;

/** @param by null takes the proof away @returns false when the organization has no such domain */
export async function markDomain(
  transaction: Transaction,
  organizationId: string,
  domain: string,
  by: 'DNS' | 'OPERATOR' | null,
): Promise<boolean> {
  const at = by === null ? null : transaction.clock.now();
  return (await transaction.query(MARK, [organizationId, domain, by, at])).length > 0;
}

const MARK = `
  UPDATE svc.sso_domains SET verified_by = $3, verified_at = $4
  WHERE organization_id = $1 AND domain = $2 RETURNING 1`;

export async function deleteDomain(transaction: Transaction, organizationId: string, domain: string): Promise<boolean> {
  const values = [organizationId, domain];
  return (await transaction.query(DELETE, values)).length > 0;
}

const DELETE = `DELETE FROM svc.sso_domains WHERE organization_id = $1 AND domain = $2 RETURNING 1`;

export interface ProvenDomain {
  organizationId: string;
  token: string;
  by: 'DNS' | 'OPERATOR';
}

/** Every organization that has proved a domain. */
export async function selectProven(pool: pg.Pool, domain: string): Promise<ProvenDomain[]> {
  return await queryAcross<ProvenDomain & Record<string, unknown>>(pool, ['sso_domains'], SELECT_PROVEN, [domain]);
}

const SELECT_PROVEN = `
  SELECT organization_id AS "organizationId", token, verified_by AS by FROM svc.sso_domains
  WHERE domain = $1 AND verified_at IS NOT NULL ORDER BY organization_id`;

/** Whether the organization has proved this domain. */
export async function hasProven(transaction: Transaction, organizationId: string, domain: string): Promise<boolean> {
  return (await transaction.query(SELECT_OWN, [organizationId, domain])).length > 0;
}

const SELECT_OWN = `
  SELECT 1 FROM svc.sso_domains WHERE organization_id = $1 AND domain = $2 AND verified_at IS NOT NULL`;
