import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { settingDefinitions } from '#config/settings.ts'

const pages = [...globSync('*.md'), ...globSync('docs/**/*.md')].filter((path) => path !== 'CHANGELOG.md')

const anchorsOf = (path: string) =>
  new Set(
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

test('every link of a page leads to a file and a heading of this repository', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? join(dirname(page), path) : page
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
      })
      .map(([link]) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('the index lists every guide', () => {
  const index = readFileSync('docs/README.md', 'utf8')
  const missing = globSync('docs/{*,analysis/*,lab/*}.md')
    .map((path) => path.slice('docs/'.length))
    .filter((name) => name !== 'README.md' && !index.includes(`(${name})`))
  assert.deepEqual(missing, [])
})

test('the recipes for deployment use settings and commands that exist', () => {
  const recipes = readFileSync('docs/deployment.md', 'utf8')
  const known = new Set<string>([...Object.values(settingDefinitions).map(({ name }) => name), 'NODE_ENV'])
  const given = [...recipes.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line]) => line!.split(' '))
  assert.ok(given.length > 2)
  const literals = [...recipes.matchAll(/--from-literal=(\w+)/g)].map(([, name]) => name!)
  assert.deepEqual(
    [...given.map((one) => one.split('=')[0]!), ...literals].filter((name) => !known.has(name)),
    [],
  )
  const [, program] = /^ExecStart=\S+ (\S+) serve$/m.exec(recipes)!
  assert.ok(existsSync(program!))
  const values = readFileSync('deploy/helm/earshot/values.yaml', 'utf8')
  for (const [, path] of recipes.matchAll(/--set ([\w.]+)=/g))
    assert.match(values, new RegExp(`^ *${path!.split('.').at(-1)}:`, 'm'), path)
})

test('troubleshooting quotes messages as the code writes them', () => {
  const guide = readFileSync('docs/troubleshooting.md', 'utf8')
  const code = globSync('src/**/*.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const section = (title: string) => new RegExp(`## ${title}\\n([\\s\\S]*?)\\n## `).exec(guide)![1]!
  const quoted = ['Log messages', 'Startup errors'].flatMap((title) =>
    [...section(title).matchAll(/^\| `([^`…]+)`/gm)].map(([, message]) => message!),
  )
  assert.ok(quoted.length > 20)
  assert.deepEqual(
    quoted.filter((message) => message !== 'EADDRINUSE' && !code.includes(message)),
    [],
  )
})

/** Entries of the lab notebook describe commits of the past, whose files may have moved since. */
const current = pages.filter((path) => !path.startsWith('docs/lab/'))
const files = globSync('{src,test,scripts,bench,bin,deploy}/**/*', { exclude: (name) => name === 'node_modules' })

/** What a page names in backticks as a file of this repository: from its root, or by the end of its path. */
const filesNamedIn = (markdown: string) =>
  [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
    .flatMap(([, code]) => code!.split(/[\s,]+(?![^{]*\})/))
    .filter((word) =>
      /^(src|test|scripts|bench|docs|deploy|bin|training)\/|^[\w/-][\w./-]*\.(ts|tsx|sql|wat)$/.test(word),
    )
    .filter((word) => !/[<…]|node_modules/.test(word))

const exists = (name: string) => globSync(name).length > 0 || files.some((path) => path.endsWith(`/${name}`))

test('every file that a page names exists', () => {
  const missing = current.flatMap((page) =>
    filesNamedIn(readFileSync(page, 'utf8'))
      .filter((name) => !exists(name))
      .map((name) => `${page}: ${name}`),
  )
  assert.deepEqual(missing, [])
  const seen = filesNamedIn(
    '`test/gone.test.ts`, `gone.ts`, `test/{gone,lost}.ts`, `npm run bench`, `src/providers/<name>/`',
  )
  assert.deepEqual(
    seen.map((name) => [name, exists(name)]),
    [
      ['test/gone.test.ts', false],
      ['gone.ts', false],
      ['test/{gone,lost}.ts', false],
    ],
  )
})

test('the index of decisions lists each of them with its title', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \|$/gm)].map(([, ...row]) => row.join(' '))
  const decisions = globSync('docs/decisions/0*.md').map((path) => {
    const [, number, title] = /^# (\d{4}) (.+)$/m.exec(readFileSync(path, 'utf8'))!
    return `${number} ${basename(path)} ${title}`
  })
  assert.deepEqual(rows, decisions.toSorted())
})
