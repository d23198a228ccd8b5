import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { settings } from '#config/settings.ts'

const guides = ['README.md', 'SECURITY.md', ...globSync('docs/*.md')]

const anchorsOf = (path: string) =>
  new Set(
    [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

test('every link of the README and the guides leads to a file and a heading of this repository', () => {
  const broken = guides.flatMap((guide) =>
    [...readFileSync(guide, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? join(dirname(guide), path) : guide
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
      })
      .map(([link]) => `${guide}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('the index lists every guide', () => {
  const index = readFileSync('docs/README.md', 'utf8')
  const missing = globSync('docs/*.md')
    .map((path) => path.slice('docs/'.length))
    .filter((name) => name !== 'README.md' && !index.includes(`(${name})`))
  assert.deepEqual(missing, [])
})

test('the recipes for deployment use settings and commands that exist', () => {
  const recipes = readFileSync('docs/deployment.md', 'utf8')
  const known = new Set<string>([...Object.values(settings).map(({ name }) => name), 'NODE_ENV'])
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
