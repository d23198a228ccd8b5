import { join } from 'node:path'

/** Keeps stripped types and compiled code for the next start; not used where it is not writable. */
export const compileCacheFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'earshot')
