// SPDX-License-Identifier: Apache-2.0
/** The types of the packed library are written out; this holds them equal to the contract, field for field. */
import type * as contract from '@svc/contract';
import { expectTypeOf, it } from 'vitest';
import type * as wire from './wire.ts';
import type * as acts from './wire-acts.ts';
import type * as apply from './wire-apply.ts';
import type * as budgets from './wire-budgets.ts';
import type * as proofs from './wire-proofs.ts';
import type * as tests from './wire-tests.ts';

it('has the types of the contract: the checker of types refuses this file when one differs', () => {
  expectTypeOf<Plain<wire.EventRequest>>().toEqualTypeOf<Plain<contract.EventRequest>>();
  expectTypeOf<Plain<wire.Decision>>().toEqualTypeOf<Plain<contract.Decision>>();
  expectTypeOf<Plain<wire.HttpGatewayRequest>>().toEqualTypeOf<Plain<contract.HttpGatewayRequest>>();
  expectTypeOf<Plain<wire.HttpGatewayDecision>>().toEqualTypeOf<Plain<contract.HttpGatewayDecision>>();
  expectTypeOf<Plain<wire.McpGatewayRequest>>().toEqualTypeOf<Plain<contract.McpGatewayRequest>>();
  expectTypeOf<Plain<wire.McpGatewayDecision>>().toEqualTypeOf<Plain<contract.McpGatewayDecision>>();
  expectTypeOf<Plain<wire.RedemptionRequest>>().toEqualTypeOf<Plain<contract.RedemptionRequest>>();
  expectTypeOf<Plain<wire.RedeemedDecision>>().toEqualTypeOf<Plain<contract.RedeemedDecision>>();
  expectTypeOf<Plain<acts.OutcomeReport>>().toEqualTypeOf<Plain<contract.OutcomeReport>>();
  expectTypeOf<wire.PolicyCondition>().toEqualTypeOf<contract.PolicyCondition>();
  expectTypeOf<Plain<wire.Policy>>().toEqualTypeOf<Plain<contract.PolicyInput>>();
  expectTypeOf<Plain<wire.StoredPolicy>>().toEqualTypeOf<Plain<contract.StoredPolicy>>();
  expectTypeOf<Plain<wire.PolicyListResponse>>().toEqualTypeOf<Plain<contract.PolicyListResponse>>();
  expectTypeOf<Plain<apply.PolicyApplyRequest>>().toEqualTypeOf<Plain<contract.PolicyApplyRequest>>();
  expectTypeOf<Plain<apply.PolicyApplyResponse>>().toEqualTypeOf<Plain<contract.PolicyApplyResponse>>();
  expectTypeOf<Plain<apply.PolicyImpact>>().toEqualTypeOf<Plain<contract.PolicyImpact>>();
  expectTypeOf<Plain<tests.PolicyTestCase>>().toEqualTypeOf<Plain<contract.PolicyTestCase>>();
  expectTypeOf<Plain<tests.PolicyTestRequest>>().toEqualTypeOf<Plain<contract.PolicyTestRequest>>();
  expectTypeOf<Plain<proofs.PolicyAnalysis>>().toEqualTypeOf<Plain<contract.PolicyAnalysis>>();
  expectTypeOf<Plain<proofs.PolicyClaim>>().toEqualTypeOf<Plain<contract.PolicyClaim>>();
  expectTypeOf<Plain<proofs.PolicyProveRequest>>().toEqualTypeOf<Plain<contract.PolicyProveRequest>>();
  expectTypeOf<Plain<proofs.PolicyProveResponse>>().toEqualTypeOf<Plain<contract.PolicyProveResponse>>();
  expectTypeOf<Plain<budgets.Budget>>().toEqualTypeOf<Plain<contract.BudgetInput>>();
  expectTypeOf<Plain<budgets.BudgetListResponse>>().toEqualTypeOf<Plain<contract.BudgetListResponse>>();
  expectTypeOf<Plain<budgets.BudgetApplyRequest>>().toEqualTypeOf<Plain<contract.BudgetApplyRequest>>();
  expectTypeOf<Plain<budgets.BudgetApplyResponse>>().toEqualTypeOf<Plain<contract.BudgetApplyResponse>>();
  expectTypeOf<Plain<tests.PolicyTestResponse>>().toEqualTypeOf<Plain<contract.PolicyTestResponse>>();
});

/** Written out one level: an interface that extends another is the same as one that does not. */
type Plain<Of> = { [Name in keyof Of]: Of[Name] };
