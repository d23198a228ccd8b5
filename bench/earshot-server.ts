import { serveMeasured } from './serve-measured.ts'

/* The measured server without semantic search. */

await serveMeasured()
