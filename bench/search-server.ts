import { useEmbeddings } from '#domain/findings/semantic/semantic.ts'

/* The measured server, with search by meaning switched on. */

await useEmbeddings('static')
await import('./earshot-server.ts')
