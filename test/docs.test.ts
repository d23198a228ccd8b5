import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

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
