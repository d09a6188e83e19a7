// SPDX-License-Identifier: Apache-2.0

import { visitPages } from './looks.ts';

visitPages('doors');
