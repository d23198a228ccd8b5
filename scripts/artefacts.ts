import { writeFileSync } from 'node:fs'
import { openapi } from '#api/routes/openapi.ts'
import { publicInventory } from '#contract/index.ts'
import { version } from '#version.ts'
import { clientInventory, oneLinePerOperation } from './client-inventory.ts'
import { providerDocs } from './provider-docs.ts'
import { rolesDocs } from './roles-docs.ts'

/* npm run artefacts: writes the committed files that are made from code; a test fails when they are stale. */
writeFileSync('openapi.json', `${JSON.stringify(openapi(publicInventory, { version, server: '/api/v1' }), null, 1)}\n`)
writeFileSync('src/client/inventory.json', oneLinePerOperation(clientInventory()))
for (const { path, text } of [providerDocs(), rolesDocs()]) writeFileSync(path, text)
