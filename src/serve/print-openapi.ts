import { openapi } from '#api/routes/openapi.ts'
import { publicInventory } from '#contract/index.ts'
import { version } from '#version.ts'

export function printOpenApi(): number {
  process.stdout.write(`${JSON.stringify(openapi(publicInventory, { version, server: '/api/v1' }), null, 2)}\n`)
  return 0
}
