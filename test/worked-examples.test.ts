import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { API } from 'typescript/unstable/sync'

/*
 * The diffs of CONTRIBUTING.md ("How to add a field or a filter") apply to the sources as they are; the compiler accepts
 * them as a whole and refuses each part without the others. Nothing is written: the compiler reads changed copies.
 */

type Part = { file: string; text: string }

const blocks = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/^```diff\n--- (\S+)\n(.*?)^```$/gms)]
const parts = blocks.map(([, file, diff]) => ({ file: file!, diff: diff! }))
const partOf = (file: string, added: string) => {
  const found = parts.filter((part) => part.file === file && part.diff.includes(`+${added}`))
  assert.equal(found.length, 1, `a diff of ${file} that adds ${added.trim()}`)
  return applied(found[0]!)
}

/** The file with the added lines; the lines around them have to be there once, one after the other. */
function applied({ file, diff }: (typeof parts)[number]): Part {
  let text = readFileSync(file, 'utf8')
  for (const hunk of diff.split(/^@@\n/m).filter(Boolean)) {
    const lines = hunk.split('\n').filter(Boolean)
    const without = (sign: string) =>
      lines.flatMap((line) => (line.startsWith(sign) ? [] : [`${line.slice(1)}\n`])).join('')
    assert.equal(text.split(without('+')).length, 2, `${file} has once:\n${without('+')}`)
    text = text.replace(without('+'), () => without('-'))
  }
  return { file, text }
}

const changed = new Map<string, string>()
const api = new API({ cwd: process.cwd(), fs: { readFile: (path) => changed.get(path) } })
after(() => api.close())

const slices = globSync('src/domain/{sources/contacts,findings/themes,imports,overview/erasure}/**/*.ts')

/** What the compiler says of the contract and of the slices that read it, with some files changed. */
function errors(all: readonly Part[], files: readonly string[] = slices): string[] {
  const before = [...changed.keys()]
  changed.clear()
  for (const { file, text } of all) changed.set(resolve(file), text)
  const project = api
    .updateSnapshot({
      openProjects: [resolve('tsconfig.json')],
      fileChanges: { changed: [...new Set([...before, ...changed.keys()])] },
    })
    .getProjects()[0]!
  return [...new Set([...all.map(({ file }) => file), ...files])].flatMap((file) =>
    project.program.getSemanticDiagnostics(resolve(file)).map(({ text }) => `${file}: ${text}`),
  )
}

/** Whether a file does not compile when only one part is there. */
const isRefused = (file: string, part: Part) => errors([part], [file]).some((error) => error.startsWith(file))

const timeZone = {
  contract: partOf('src/contract/resources/contacts.ts', '    time_zone:'),
  table: partOf('src/domain/sources/contacts/table.ts', '    time_zone:'),
}
const origin = partOf('src/contract/resources/themes.ts', '        origin:')
const minInsights = {
  contract: partOf('src/contract/resources/themes.ts', '        min_insights:'),
  condition: partOf('src/domain/findings/themes/queries-list.ts', '    min_insights:'),
}

test('all diffs are tried', () => assert.equal(parts.length, 5))

test('a field in its two files, and a filter by a column in one, compile', () => {
  assert.deepEqual(errors([timeZone.contract, timeZone.table, origin]), [])
})

test('a field in one of its two files does not compile', () => {
  for (const part of [timeZone.contract, timeZone.table]) assert.ok(isRefused(timeZone.table.file, part), part.file)
})

test('a filter with its condition compiles, and one without the other does not', () => {
  assert.deepEqual(errors([minInsights.contract, minInsights.condition]), [])
  for (const part of [minInsights.contract, minInsights.condition])
    assert.ok(isRefused(minInsights.condition.file, part), part.file)
})
