import { setFlagsFromString } from 'node:v8'

/**
 * While a long job makes and drops rows, V8 lets the space of young objects grow to 128 MB and old garbage to several times what is in use, and hardly gives it back.
 * A worker has nobody waiting for an answer: it collects more often instead, and a table of 50,000 rows takes hardly more memory than a short one.
 */
export const keepHeapSmall = () => setFlagsFromString('--semi-space-growth-factor=1 --heap-growing-percent=30')
