import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** The house, from the ground up. A file imports from its own room or from a lower floor, never up and never sideways. */
const floors = [
  ['priority.ts'],
  ['contract', 'store', 'engine', 'llm', 'mail', 'outbound', 'trace', 'config', 'version.ts'],
  ['collectors'],
  ['domain/errors.ts', 'domain/context.ts', 'client'],
  ['domain/account', 'mcp'],
  ['domain/segmentation'],
  ['domain/sources/contacts', 'cli', 'web'],
  ['domain/sources/feedback'],
  ['domain/sources/nps'],
  ['domain/sources'],
  ['domain/ranking'],
  ['domain/findings/insights'],
  ['domain/findings/analysis', 'domain/findings/themes'],
  ['domain/findings/synthesis'],
  ['domain/findings'],
  ['domain/imports'],
  ['domain/planning/references'],
  ['domain/planning'],
  ['domain/planning/actions'],
  ['domain/integrations'],
  ['domain/competitors'],
  ['domain/overview'],
  ['demo'],
  ['api', 'worker', 'admin'],
  ['serve'],
  ['main.ts'],
]
const clients = new Set(['client', 'cli', 'mcp', 'web'])
/** Inside these wings the slices are parts of one story and may read each other. */
const openWings = new Set(['domain/account', 'domain/ranking', 'domain/overview', 'domain/competitors'])
const slice = /^domain\/\w+\/[\w-]+(?=\/)/

const files = globSync('src/**/*.{ts,tsx}').map((path) => ({ path: path.slice(4), text: readFileSync(path, 'utf8') }))

function room(path: string) {
  const found = floors
    .flatMap((rooms, floor) =>
      rooms.filter((name) => path === name || path.startsWith(`${name}/`)).map((wing) => ({ floor, wing })),
    )
    .sort((a, b) => b.wing.length - a.wing.length)[0]
  if (!found) throw new Error(`${path} stands on no floor of the house`)
  const name = openWings.has(found.wing) ? found.wing : (slice.exec(path)?.[0] ?? found.wing)
  return { ...found, name }
}

test('imports only run down', () => {
  const wrong: string[] = []
  for (const { path, text } of files) {
    const from = room(path)
    for (const [, to] of text.matchAll(/(?:from|import\()\s*'#([^']+)'/g)) {
      const into = room(to!)
      const down = into.name === from.name || into.floor < from.floor
      const strayClient = clients.has(from.wing) && !clients.has(into.wing) && into.wing !== 'contract'
      if (!down || strayClient) wrong.push(`${path} → ${to}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('nothing climbs by dots', () => {
  assert.deepEqual(
    files.filter(({ text }) => /from '\.\.\//.test(text)).map(({ path }) => path),
    [],
  )
})

test('libraries stay in their rooms', () => {
  const homes: Record<string, RegExp> = {
    fastify: /^api\//,
    pg: /^store\//,
    'pg-boss': /^store\//,
    'better-auth': /^api\//,
    '@modelcontextprotocol/sdk': /^mcp\//,
    ajv: /^api\//,
    '@node-rs/argon2': /^domain\/account\//,
    'ipaddr.js': /^outbound\//,
    nodemailer: /^mail\//,
    cheerio: /^(collectors|domain\/integrations)\//,
    'robots-parser': /^collectors\//,
    'node:http': /^outbound\//,
    'node:https': /^outbound\//,
    'onnxruntime-node': /^engine\//,
    graphology: /^engine\//,
  }
  const strays = files.flatMap(({ path, text }) =>
    Object.entries(homes)
      .filter(
        ([library, home]) => new RegExp(`(?<!import type .*)from '${library}(/[^']*)?'`).test(text) && !home.test(path),
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
    [...text.matchAll(/sql`((?:[^`\\]|\\.|\$\{[^}]*`[^`]*`[^}]*\})*)`/g)]
      .map((match) => match[1]!)
      .filter((statement) => touches.test(statement) && !/org_id|\borg\b|\$\{allOf\(/.test(statement))
      .map((statement) => `${path}: ${statement.trim().slice(0, 90)}`),
  )
  const acrossAll = ['api/', 'worker/upkeep.ts', 'domain/account/', 'demo/']
  assert.deepEqual(
    loose.filter((line) => !acrossAll.some((start) => line.startsWith(start))),
    [],
  )
})

test('locks are taken in one way', () => {
  // Many at once, and one that is only tried within the look for a key.
  const own = ['domain/sources/feedback/store-batch.ts', 'api/pipeline/idempotency.ts']
  assert.deepEqual(
    files
      .filter(({ path, text }) => /pg_(try_)?advisory/.test(text) && !path.startsWith('store/') && !own.includes(path))
      .map(({ path }) => path),
    [],
  )
})

test('files stay small and are named by what they do', () => {
  const long = files
    .filter(({ path, text }) => text.split('\n').length > 300 && !path.startsWith('demo/content/'))
    .map(({ path }) => path)
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

test('only a generic loop may say any', () => {
  assert.deepEqual(
    files.filter(({ text }) => /(:|as|<)\s*any\b/.test(text)).map(({ path }) => path),
    [],
  )
})

/** The libraries that come along with a file, before anything is asked of it. */
function librariesOf(entry: string): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const [seen, libraries] = [new Set<string>(), new Set<string>()]
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const [, to] of texts
      .get(path)!
      .matchAll(/^(?:import|export)(?! type)[^'"\n]*?(?:\{[^}]*\} )?from '([^']+)'/gms)) {
      if (to!.startsWith('#')) visit(to!.slice(1))
      else if (to!.startsWith('./')) visit(join(dirname(path), to!))
      else if (!to!.startsWith('node:')) libraries.add(/^(@[^/]+\/)?[^/]+/.exec(to!)![0])
    }
  }
  visit(entry)
  return [...libraries].sort()
}

test('each command and each role loads what it needs, and the rest when it needs it', () => {
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
  assert.deepEqual(early('serve/work-side.ts'), [])
  assert.ok(early('serve/web-side.ts').includes('fastify'), 'the look sees what there is')
})
