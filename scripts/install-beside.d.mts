// SPDX-License-Identifier: Apache-2.0
export declare function installBeside(folder: string): void;
