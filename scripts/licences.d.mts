// SPDX-License-Identifier: Apache-2.0
export declare const NAMED: RegExp;
export declare function licencesOf(inputs: readonly string[]): string;
