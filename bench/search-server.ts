import { configureSemanticSearch } from '#domain/findings/semantic/search.ts'

/* The measured server with semantic search enabled. */

await configureSemanticSearch('static')
await import('./earshot-server.ts')
