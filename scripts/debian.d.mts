// SPDX-License-Identifier: Apache-2.0
export declare function debianTools(names: readonly string[]): NodeJS.ProcessEnv;
