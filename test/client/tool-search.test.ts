import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { publicInventory } from '#contract/index.ts'
import { ToolCatalog } from '#mcp/toolsets.ts'
import { maxFound } from '#mcp/tool-search.ts'

/* Requests as people type them, and the tool that search_tools should show for each. */

const { index, byName } = new ToolCatalog(publicInventory)

function judge(file: string) {
  const lines = readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const phrases = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' | '))
  const missed = phrases.flatMap(([query, wanted]) => {
    assert.ok(byName.has(wanted!), `there is no tool ${wanted}`)
    const found = index.search(query!, () => true, maxFound).map(({ tool }) => tool.name)
    return found.includes(wanted!) ? [] : [`${query}: ${wanted}, found ${found.join(', ')}`]
  })
  return { count: phrases.length, found: phrases.length - missed.length, missed: missed.join('\n') }
}

test('the tool of 40 requests in plain words is among the first three, for at least 95 %', () => {
  const { count, found, missed } = judge('tool-phrases')
  assert.equal(count, 40)
  assert.ok(found / count >= 0.95, `${found} of ${count}\n${missed}`)
})

test('so it is for most of those that were written later', () => {
  const later = judge('later-tool-phrases')
  assert.ok(later.found >= 19, later.missed)
  const unseen = judge('unseen-tool-phrases')
  assert.ok(unseen.found >= 18, unseen.missed)
  const fresh = judge('fresh-tool-phrases')
  assert.ok(fresh.found >= 19, fresh.missed)
})

test('every tool is found by its own name and title, and nothing by words that no tool has', () => {
  for (const { tool, operation } of byName.values()) {
    if (operation.action !== undefined) continue
    const query = `${tool.name.replaceAll('_', ' ')} ${tool.title}`
    const found = index.search(query, () => true, maxFound).map(({ tool: { name } }) => name)
    assert.ok(found.includes(tool.name), `${query}: ${found.join(', ')}`)
  }
  assert.deepEqual(
    index.search('zxqv wvutsr', () => true, maxFound),
    [],
  )
  assert.deepEqual(
    index.search('', () => true, maxFound),
    [],
  )
})
