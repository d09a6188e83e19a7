import { visitPages } from './looks.ts';

visitPages('account');
