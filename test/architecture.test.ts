import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { cyclesOf, fileGraph, folderGraphs, importsOf, sourceFiles as files } from './import-graph.ts'

/** Folders from the bottom layer up. A file imports from its own folder or a lower layer. */
const layers = [
  ['priority.ts', 'compile-cache.ts', 'free-port.ts', 'version.ts', 'vocabulary', 'i18n'],
  ['contract', 'store', 'engine', 'mail', 'outbound', 'trace', 'config'],
  ['collectors', 'client', 'llm'],
  ['domain', 'cli', 'mcp', 'web'],
  ['demo', 'mcp-command.ts'],
  ['api', 'worker', 'admin'],
  ['serve'],
  ['main.ts'],
]
const clients = new Set(['client', 'cli', 'mcp', 'web'])
const sharedWithClients = new Set(['contract', 'i18n', 'vocabulary'])

const topOf = (path: string) => path.split('/')[0]!

function layerOf(path: string): number {
  const layer = layers.findIndex((folders) => folders.includes(topOf(path)))
  assert.ok(layer >= 0, `${path} belongs to no layer`)
  return layer
}

test('imports point to lower layers only, and clients know the contract and the translations alone', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => {
        const [from, into] = [topOf(file.path), topOf(to)]
        const down = into === from || layerOf(to) < layerOf(file.path)
        return !down || (clients.has(from) && !clients.has(into) && !sharedWithClients.has(into))
      })
      .map((to) => `${file.path} → ${to}`),
  )
  assert.deepEqual(wrong, [])
})

test('no files import each other in a cycle', () => {
  assert.deepEqual(cyclesOf(fileGraph(files)), [])
})

test('no folders import each other in a circle, so that every folder has a reading order', () => {
  const circles = [...folderGraphs(files)].flatMap(([folder, graph]) =>
    cyclesOf(graph).map((cycle) => `${folder || 'src'}: ${cycle}`),
  )
  assert.deepEqual(circles, [])
})

test('SQL of the use cases is in their queries files', () => {
  const strays = files
    .filter(({ path, text }) => path.startsWith('domain/') && /\bsql`/.test(text))
    .filter(({ path }) => !/\/queries(-[\w-]+)?\.ts$/.test(path))
  assert.deepEqual(
    strays.map(({ path }) => path),
    [],
  )
})

test('ARCHITECTURE.md names every folder down to the second level', () => {
  const map = readFileSync('ARCHITECTURE.md', 'utf8')
  const folders = new Set(
    globSync('src/*/**/*.*').flatMap((path) => {
      const [, first, second, ...rest] = path.split('/')
      // The folders of i18n are the languages.
      return rest.length > 0 && first !== 'i18n' ? [`${first}/`, `${first}/${second}/`] : [`${first}/`]
    }),
  )
  assert.ok(folders.size > 50, [...folders].join())
  const isNamed = (folder: string) => map.includes(`\`${folder}\``)
  assert.deepEqual(
    [...folders].filter((folder) => !isNamed(folder)),
    [],
  )
  assert.ok(!isNamed('domain/billing/'))
  const gone = [...map.matchAll(/`((?:[\w-]+\/){1,2})`/g)].filter(([, folder]) => !folders.has(folder!))
  assert.deepEqual(
    gone.map(([, folder]) => folder),
    [],
  )
})

test('no import uses ../', () => {
  assert.deepEqual(
    files.filter(({ text }) => /from '\.\.\//.test(text)).map(({ path }) => path),
    [],
  )
})

test('libraries are used in the folders that own them', () => {
  const owners: Record<string, RegExp> = {
    fastify: /^api\//,
    // Links and navigation go through web/routes, which checks their paths.
    '@tanstack/react-router': /^web\/(routes\/|router\.tsx|main\.tsx)/,
    pg: /^store\//,
    'pg-boss': /^store\//,
    'better-auth': /^api\//,
    '@modelcontextprotocol/sdk': /^mcp\//,
    cookie: /^api\/auth\//,
    ajv: /^api\//,
    '@node-rs/argon2': /^domain\/identity\//,
    'ipaddr.js': /^(outbound|api\/pipeline)\//,
    nodemailer: /^mail\//,
    imapflow: /^domain\/integrations\/providers\/imap\//,
    'postal-mime': /^domain\/integrations\/providers\/imap\//,
    cheerio: /^(collectors|domain\/integrations)\//,
    'robots-parser': /^collectors\//,
    'node:http': /^outbound\//,
    'node:https': /^outbound\//,
    'onnxruntime-node': /^engine\//,
    graphology: /^engine\//,
  }
  const strays = files.flatMap(({ path, text }) =>
    Object.entries(owners)
      .filter(
        ([library, owner]) =>
          new RegExp(`(?<!import type .*)from '${library}(/[^']*)?'`).test(text) && !owner.test(path),
      )
      .map(([library]) => `${path} names ${library}`),
  )
  assert.deepEqual(strays, [])
})

test('every statement on an organization’s tables names the organization', () => {
  const tables = globSync('src/store/migrations/*.sql').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/create table (\w+) \(\n\s+org_id/g)].map((match) => match[1]!),
  )
  assert.ok(tables.length >= 12, tables.join())
  const touches = new RegExp(`\\b(?:from|join|update|into)\\s+(?:${tables.join('|')})\\b`, 'i')
  const loose = files.flatMap(({ path, text }) =>
    // A statement that begins with allOf([…]) lists org_id as its first condition, a line of its own.
    [...text.matchAll(/sql`((?:\$\{[^}]*`[^`]*`[^}]*\}|[^`\\]|\\.)*)`/g)]
      .map((match) => match[1]!)
      .filter((statement) => touches.test(statement) && !/org_id|\borg\b|\$\{allOf\(/.test(statement))
      .map((statement) => `${path}: ${statement.trim().slice(0, 90)}`),
  )
  const acrossAll = ['api/', 'worker/retention.ts', 'domain/events/audit/', 'demo/']
  assert.deepEqual(
    loose.filter((line) => !acrossAll.some((start) => line.startsWith(start))),
    [],
  )
})

test('advisory locks are acquired through store/lock.ts', () => {
  // Exceptions: many locks in one statement, and one that is tried within the lookup of a key.
  const own = ['domain/sources/feedback/queries-batch.ts', 'api/pipeline/idempotency.ts']
  assert.deepEqual(
    files
      .filter(({ path, text }) => /pg_(try_)?advisory/.test(text) && !path.startsWith('store/') && !own.includes(path))
      .map(({ path }) => path),
    [],
  )
})

/** Why these wait for several promises at once in no order; statements of a transaction are sent by store/pipelined.ts. */
const unordered: Record<string, string> = {
  'api/auth/audit-sign-in.ts': 'a pause beside an entry',
  'api/auth/password-reset.ts': 'a pause beside the mail and an entry',
  'api/ops/health.ts': 'reads of the pool',
  'api/pipeline/rate-limits.ts': 'exchanges of the pool',
  'domain/identity/sign-in-limits.ts': 'writes of the pool, of different rows',
  'domain/installation/system/queries.ts': 'reads of the pool',
  'domain/competitors/research/collect.ts': 'requests to sources',
  'domain/findings/semantic/search.ts': 'reads of the pool and of memory',
  'domain/findings/synthesis/jobs.ts': 'texts to embed',
  'domain/integrations/providers/imap/pull.ts': 'mails to parse',
  'domain/integrations/providers/registry.ts': 'files to load',
  'domain/overview/channels/queries.ts': 'writes of the pool, of different organizations',
  'domain/planning/opportunities/present.ts':
    'two reads, which a request sends to the pool and a write in its transaction',
}

test('statements of one transaction are sent together by store/pipelined.ts', () => {
  const found = files
    .filter(
      ({ path, text }) => /^(api|domain|demo)\//.test(path) && /\bPromise\.(all|allSettled|race|any)\(/.test(text),
    )
    .map(({ path }) => path)
    .filter((path) => path !== 'domain/sources/masking/wait-outside.ts')
  assert.deepEqual(found.sort(), Object.keys(unordered).sort())
})

test('files have at most 300 lines and names that say what they do', () => {
  const long = files.filter(({ text }) => text.split('\n').length > 300).map(({ path }) => path)
  assert.deepEqual(long, [])
  assert.deepEqual(
    files
      .filter(({ path }) => /(^|\/)(utils?|helpers?|common|shared|misc|manager|service|base)[/.]/.test(path))
      .map(({ path }) => path),
    [],
  )
  assert.deepEqual(
    files.filter(({ path }) => !/^[a-z0-9/.-]+\.tsx?$/.test(path)).map(({ path }) => path),
    [],
  )
})

test('no line has more than 120 columns, strings included', () => {
  const long = globSync('src/**/*.{ts,tsx,css}').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, n) => (line.length > 120 ? [`${path}:${n + 1}: ${line.length} columns`] : [])),
  )
  assert.deepEqual(long, [])
})

test('no any', () => {
  assert.deepEqual(
    files.filter(({ text }) => /(:|as|<)\s*any\b/.test(text)).map(({ path }) => path),
    [],
  )
})

/** The libraries that are loaded with a file. */
function librariesOf(entry: string): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const [seen, libraries] = [new Set<string>(), new Set<string>()]
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const [, to] of texts
      .get(path)!
      .matchAll(/^(?:import|export)(?! type)[^'"\n]*?(?:\{[^}]*\} )?from '([^']+)'/gms)) {
      if (to!.endsWith('.json')) continue
      if (to!.startsWith('#')) visit(to!.slice(1))
      else if (to!.startsWith('./')) visit(join(dirname(path), to!))
      else if (!to!.startsWith('node:')) libraries.add(/^(@[^/]+\/)?[^/]+/.exec(to!)![0])
    }
  }
  visit(entry)
  return [...libraries].sort()
}

test('commands and roles load heavy libraries on demand', () => {
  const heavy = [
    'fastify',
    'better-auth',
    '@modelcontextprotocol/sdk',
    'ai',
    'nodemailer',
    'cheerio',
    'onnxruntime-node',
    '@fastify/multipart',
    'graphology',
    '@huggingface/tokenizers',
  ]
  const early = (entry: string) => librariesOf(entry).filter((library) => heavy.includes(library))
  assert.deepEqual(early('main.ts'), [])
  assert.deepEqual(early('serve/serve.ts'), [])
  assert.deepEqual(early('serve/role.ts'), [])
  assert.deepEqual(early('serve/worker-role.ts'), [])
  assert.ok(early('serve/web-role.ts').includes('fastify'), 'the check sees fastify')
})
