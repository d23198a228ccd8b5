import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandsOf, resourcesOf } from '#cli/commands.ts'
import { flagOf, cliFlags } from '#cli/flags.ts'
import { version } from '#version.ts'
import { serverCommands } from '#cli/server-commands.ts'
import { publicInventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'
import { type Heard, openBackend } from './backend.ts'
import { type } from './terminal.ts'
import { things } from './sample-inventory.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const commands = commandsOf(publicInventory)
const typed = (inventory: Routes, ...ids: string[]) =>
  ids.flatMap((id) =>
    commandsOf(inventory)
      .filter(({ operation }) => operation.id === id)
      .map(({ words }) => words.join(' ')),
  )

test('every operation has its own command', () => {
  const all = commands.map(({ words }) => words.join(' '))
  assert.equal(new Set(all).size, all.length, all.join('\n'))
})

test('a command is the fixed parts of the path followed by the verb', () => {
  assert.deepEqual(typed(publicInventory, 'listMembers', 'listThemes', 'createTheme', 'mergeThemes'), [
    'org-members list',
    'themes list',
    'themes create',
    'themes merge',
  ])
  assert.deepEqual(typed(publicInventory, 'unlinkThemeInsight', 'addInsightThemes'), [
    'themes insights unlink',
    'insights themes add',
  ])
  assert.deepEqual(typed(things, 'weighThing', 'rotateThingSecret', 'buildThings'), [
    'things weigh',
    'things rotate-secret',
    'build things create',
    'build things update-title',
  ])
})

test('no field has the name of a CLI flag, and no two fields of a command have the same flag', () => {
  for (const command of commands) {
    const { words, fields } = command
    const flags = fields.map(flagOf)
    for (const flag of flags)
      assert(!cliFlags[flag]?.appliesTo(command) && !flag.startsWith('no-'), `${words.join(' ')}: --${flag}`)
    assert.equal(new Set(flags).size, flags.length, words.join(' '))
  }
})

test('no resource has the name of a command of the server', () => {
  for (const resource of resourcesOf(commands)) assert(!Object.hasOwn(serverCommands, resource), resource)
})

test('every command has help with its summary, and is found by its words', async () => {
  for (const { words, summary } of commands) {
    const { code, stdout } = await type([...words, '--help'])
    assert.equal(code, 0)
    assert(stdout.startsWith(`Usage: earshot ${words.join(' ')} [options]`), stdout)
    assert(stdout.replace(/\s+/g, ' ').includes(summary.replace(/\s+/g, ' ')), stdout)
  }
  const others = [
    'login',
    'logout',
    'whoami',
    'import',
    'export',
    'api',
    'completion',
    'events tail',
    'listen',
    'profiles',
  ]
  for (const name of [...others, ...Object.keys(serverCommands)])
    assert.match((await type([...name.split(' '), '--help'])).stdout, new RegExp(`^Usage: earshot ${name}`))
})

test('a mistyped command, verb or flag gets a suggestion', async () => {
  for (const [argv, suggestion] of [
    [['themse', 'list'], 'themes'],
    [['serv'], 'serve'],
    [['themes', 'lits'], 'list'],
    [['themes', 'list', '--limti', '3'], '--limit'],
    [['themse', '--help'], 'themes'],
  ] as const) {
    const { code, stderr } = await type([...argv])
    assert.equal(code, 64)
    assert.match(stderr, new RegExp(`Did you mean ${suggestion}\\?`))
  }
})

test('--version prints the version', async () => {
  const { code, stdout } = await type(['--version'])
  assert.deepEqual([code, stdout], [0, `${version}\n`])
})

async function sent(t: Parameters<typeof openBackend>[0], argv: string[], stdin = ''): Promise<Heard> {
  const { baseUrl, heard } = await openBackend(t, () => ({ body: {} }))
  const env = { EARSHOT_URL: baseUrl, EARSHOT_API_KEY: 'secret', HOME: '/nonexistent' }
  const { code, stderr } = await type(argv, { env, stdin, inventory: { ...publicInventory, ...things } })
  assert.equal(code, 0, stderr)
  return heard[0]!
}

test('arguments go into the path and flags into the query', async (t) => {
  const heard = await sent(t, [
    'themes',
    'insights',
    'list',
    id,
    '--limit',
    '5',
    '--sentiment',
    'POSITIVE,NEGATIVE',
    '--include-deleted',
    '--sort',
    '-created_at',
    '--tag=a',
    '--tag',
    'b',
  ])
  const url = new URL(heard.url, 'http://x')
  assert.equal(url.pathname, `/api/v1/themes/${id}/insights`)
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    limit: '5',
    sentiment: 'POSITIVE,NEGATIVE',
    include_deleted: 'true',
    sort: '-created_at',
    tag: 'a,b',
  })
})

test('flags go into the body, parsed by the type of each field', async (t) => {
  const { body } = await sent(t, [
    'things',
    'create',
    '--title',
    '42',
    '--weight',
    '-1.5',
    '--no-secret',
    '--tags',
    'a,b',
    '--tags',
    '["c,d"]',
    '--parts',
    '{"name":"leg","size":2}',
    '--rule',
    '{"pattern":"x","examples":[]}',
  ])
  assert.deepEqual(body, {
    title: '42',
    weight: -1.5,
    secret: false,
    tags: ['a', 'b', 'c,d'],
    parts: [{ name: 'leg', size: 2 }],
    rule: { pattern: 'x', examples: [] },
  })
  const empty = await sent(t, ['things', 'create', '--title', 'null', '--weight', 'null', '--tags='])
  assert.deepEqual(empty.body, { title: 'null', weight: null, tags: [] })
})

test('an action is a command with the fields of that action', async (t) => {
  const heard = await sent(t, [
    'build',
    'things',
    'update-title',
    '--thing-id',
    id,
    '--title',
    'New',
    '--idempotency-key',
    'mine',
  ])
  assert.deepEqual(heard.body, { action: 'update_title', thing_id: id, title: 'New' })
  assert.equal(heard.headers['idempotency-key'], 'mine')
})

test('a body comes from --data or stdin, and flags override it', async (t) => {
  assert.deepEqual((await sent(t, ['themes', 'create', '--data', '{"name":"x","notes":null}'])).body, {
    name: 'x',
    notes: null,
  })
  const both = await sent(t, ['themes', 'create', '--data', '-', '--name', 'y'], '{"name":"x","color":"#ffffff"}')
  assert.deepEqual(both.body, { name: 'y', color: '#ffffff' })
})

test('any path can be called with its method', async (t) => {
  const get = await sent(t, ['api', 'get', '/themes?limit=2'])
  assert.deepEqual([get.method, get.url, get.body], ['GET', '/api/v1/themes?limit=2', undefined])
  const post = await sent(t, ['api', 'post', '/api/v1/themes', '{"name":"x"}'])
  assert.deepEqual([post.method, post.url, post.body], ['POST', '/api/v1/themes', { name: 'x' }])
  assert.match(String(post.headers['idempotency-key']), /^[0-9a-f]{32}$/)
  assert.deepEqual((await sent(t, ['api', 'patch', '/themes/1', '-'], '{"name":"y"}')).body, { name: 'y' })
})

test('wrong usage exits with 64 and sends nothing', async (t) => {
  const { baseUrl, heard } = await openBackend(t, [])
  const env = { EARSHOT_URL: baseUrl, EARSHOT_API_KEY: 'secret', HOME: '/nonexistent' }
  const wrong: [string[], RegExp][] = [
    [['nonsense'], /unknown command 'nonsense'/],
    [['themes', 'burn'], /unknown command 'burn'/],
    [['themes', 'get'], /missing required argument 'theme-id'/],
    [['themes', 'get', id, 'more'], /too many arguments/],
    [['themes', 'get', '..'], /themeId cannot be \.\./],
    [['themes', 'create'], /needs --name/],
    [['themes', 'list', '--limit', 'many'], /--limit expects integer, not many/],
    [['themes', 'list', '--colour', 'red'], /--colour/],
    [['themes', 'get', id, '--all'], /--all/],
    [['themes', 'create', '--data', '{'], /not JSON/],
    [['themes', 'create', '--data', '{"a":[1,1e-400]}'], /body\.a\[1\] is a number that would be stored as 0;/],
    [
      ['opportunities', 'list', '--min-impact', '4503599627370496.3'],
      /--min-impact is a number that would be stored as/,
    ],
    [['contacts', 'upsert', '--attributes', '{"n":9007199254740993}'], /--attributes\.n is a number beyond/],
    [['themes', 'create', '--data', '[]'], /JSON object/],
    [['themes', 'create', '--data', '@/nonexistent/file'], /cannot be read: ENOENT/],
    [['api', 'fetch', '/themes'], /earshot api get/],
    [['api', 'get', 'themes'], /earshot api get/],
    [['completion', 'tcsh'], /bash/],
    [['login', '--url', baseUrl], /--key/],
  ]
  for (const [argv, message] of wrong) {
    const { code, stdout, stderr } = await type(argv, { env })
    assert.deepEqual([code, stdout], [64, ''], `${argv.join(' ')}: ${stderr}`)
    assert.match(stderr, message)
  }
  assert.equal(heard.length, 0)
})

test('help lists all resources, the commands of a resource and the flags of a command', async () => {
  const overview = await type(['help'])
  for (const resource of resourcesOf(commands)) assert.match(overview.stdout, new RegExp(`^  ${resource} `, 'm'))
  const themes = await type(['themes', '--help'])
  assert.match(themes.stdout, /^ {2}merge \[options\] <theme-id> +Merge other themes into this one$/m)
  const list = await type(['themes', 'list', '--help'])
  assert.match(list.stdout, /^ {2}--limit <integer> +How many to return\. \(default 50\)$/m)
  assert.match(list.stdout, /^ {2}--include-archived +Also returns what was archived\. \(or --no-include-archived\)$/m)
  // Long alternatives are in the description: the flags of every command leave room for it.
  for (const { words } of commands)
    for (const flags of (await type([...words, '--help'])).stdout.matchAll(/^ {2}--\S+ <[^>]*>/gm))
      assert(flags[0].length <= 90, flags[0])
  assert.deepEqual(await type(['help', 'themes', 'list']), list)
  assert.deepEqual([(await type([])).stdout, (await type(['--help'])).stdout], [overview.stdout, overview.stdout])
  assert.equal((await type(['help', 'nonsense'])).code, 64)
  // A group of commands, without one of them.
  assert.deepEqual(await type(['themes']), { ...themes, stderr: '' })
})

test('the completion script of fish has the next words of every command', async () => {
  const { stdout } = await type(['completion', 'fish'])
  assert.match(stdout, /^complete -c earshot -f -a '\(__earshot_complete\)'$/m)
  for (const { words } of commands) {
    const entry = `case '${words.slice(0, -1).join(' ')}'\n      string split ' ' '`
    const at = stdout.indexOf(entry)
    assert(at !== -1, entry)
    assert(stdout.slice(at, stdout.indexOf("'\n", at + entry.length)).includes(words.at(-1)!))
  }
})

/** Prints every loaded module at the end. */
const loadHook = `import { registerHooks } from 'node:module'
const urls = []
registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
process.on('exit', () => process.stderr.write(JSON.stringify(urls)))`

test('a client command loads the client alone: no server code, no schema library', () => {
  const hook = join(tmpdir(), `earshot-load-hook-${process.pid}.mjs`)
  writeFileSync(hook, loadHook)
  const run = spawnSync(process.execPath, ['--import', hook, 'src/main.ts', 'themes', 'list', '--help'], {
    encoding: 'utf8',
  })
  assert.equal(run.status, 0, run.stderr)
  const files = (JSON.parse(run.stderr) as string[]).filter((url) => url.startsWith('file:'))
  const own = files.filter((url) => url.includes('/src/')).map((url) => url.split('/src/')[1]!)
  const allowed =
    /^(main\.ts|version\.ts|compile-cache\.ts|cli\/.*|client\/.*|contract\/core\/(route|scan-json|exact-number)\.ts)$/
  assert.deepEqual(
    own.filter((path) => !allowed.test(path)),
    [],
  )
  const libraries = files.filter((url) => url.includes('/node_modules/') && !url.includes('/commander/'))
  assert.deepEqual(libraries, [])
  assert(files.length < 60, `${files.length} modules`)
})

test('the committed inventory of the client is the one of this code', async () => {
  const { clientInventory, oneLinePerOperation } = await import('../../scripts/client-inventory.ts')
  const committed = readFileSync('src/client/inventory.json', 'utf8')
  assert.equal(committed, oneLinePerOperation(clientInventory()), 'run npm run artefacts')
})
