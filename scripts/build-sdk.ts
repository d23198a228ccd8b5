import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type LibraryFormats } from 'vite'
import type { SlimOperation } from '#client/slim-client.ts'
import { errors } from '#contract/core/errors.ts'
import { bodyOf, type Route, type Routes } from '#contract/core/route.ts'
import { publicInventory } from '#contract/index.ts'
import { Event } from '#contract/core/event.ts'
import { describedRoutes } from '#contract/descriptions/described.ts'
import { sdkDeclarations } from './sdk/declarations.ts'
import { type Schema, TypePrinter } from './sdk/schema-types.ts'

/* npm run build:sdk [-- --out folder]: the client as a package of its own, one module and one file of declarations. */

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/sdk' } } })
const out = resolve(values.out)
/** Under the repository, so that imports of the sources resolve. */
const stage = resolve(`dist/.sdk-${process.pid}`)

const slim = (route: Route): SlimOperation => {
  const query = route.query && Object.keys(route.query.properties)
  const body = bodyOf(route) !== undefined
  if (body) return [route.method, route.path, query ?? 0, 1]
  return query ? [route.method, route.path, query] : [route.method, route.path]
}
const table = Object.fromEntries(Object.entries(publicInventory as Routes).map(([id, route]) => [id, slim(route)]))

const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string
  license: string
  repository?: unknown
}

const entry = `import { slimClient } from '#client/slim-client.ts'
export { EarshotError, InvalidInputError } from '#client/errors.ts'
export { parseWebhook, verifyWebhook, WebhookVerificationError } from '#client/webhook.ts'
const table = ${JSON.stringify(table)}
const userAgent = ${JSON.stringify(`earshot-sdk/${own.version}`)}
export const createClient = (options) => slimClient(table, { userAgent, ...options })
`

/** ES modules, and CommonJS for programs that still are it. */
const files: Record<string, string> = { es: 'index.js', cjs: 'index.cjs' }

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
try {
  mkdirSync(stage, { recursive: true })
  writeFileSync(join(stage, 'entry.js'), entry)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      lib: {
        entry: join(stage, 'entry.js'),
        formats: Object.keys(files) as LibraryFormats[],
        fileName: (format) => files[format]!,
      },
      outDir: out,
      target: 'es2022',
      minify: false,
    },
  })
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** The type of an event is the parameter of its declaration. */
const eventOfType = { ...Event, properties: { ...Event.properties, type: { $id: 'T', description: 'What happened.' } } }
const codes = [...Object.keys(errors), 'NETWORK_ERROR', 'UNEXPECTED_ANSWER'].map((code) => JSON.stringify(code))
const fixed = readFileSync(join(import.meta.dirname, 'sdk/fixed.d.ts.txt'), 'utf8')
  .replace('ERROR_CODES', codes.join(' | '))
  .replace('WEBHOOK_EVENT', new TypePrinter().fieldsOf(eventOfType as unknown as Schema))
const declarations = sdkDeclarations(describedRoutes(publicInventory as Routes), fixed)
for (const file of ['index.d.ts', 'index.d.cts']) writeFileSync(join(out, file), declarations)

const manifest = {
  name: 'earshot-sdk',
  version: own.version,
  description:
    'Typed client of an Earshot server: every operation, paging, retries, idempotency, webhook verification.',
  keywords: ['earshot', 'feedback', 'product-management', 'product-feedback', 'nps', 'api-client', 'sdk'],
  license: own.license,
  repository: own.repository,
  type: 'module',
  sideEffects: false,
  main: './index.cjs',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.ts', default: './index.js' },
      require: { types: './index.d.cts', default: './index.cjs' },
    },
  },
  files: ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts', 'README.md', 'LICENSE'],
  engines: { node: '>=20' },
}
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync('LICENSE', join(out, 'LICENSE'))
copyFileSync(join(import.meta.dirname, 'sdk/README.md'), join(out, 'README.md'))
const size = gzipSync(readFileSync(join(out, 'index.js'))).length
process.stdout.write(`${out}: ${(size / 1000).toFixed(1)} kB gzipped\n`)
