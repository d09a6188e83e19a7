import { visitPages } from './looks.ts';

visitPages('others');
