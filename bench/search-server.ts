import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { serveMeasured } from './serve-measured.ts'

/* The measured server with semantic search enabled. */

await serveMeasured({ semanticSearch: new VectorSearch('static') })
