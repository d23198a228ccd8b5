import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Schema, operationsOf, partsOf } from '#client/fields.ts'
import { clientInventory } from '#client/inventory.ts'
import { effectOf, isDestructive } from '#contract/core/effects.ts'
import type { Routes } from '#contract/core/route.ts'
import { inventory, publicInventory } from '#contract/index.ts'
import { toolName, toolsOf } from '#mcp/tools.ts'
import { callOperationTool } from '#mcp/tool-search.ts'

/* MCP's hints come from the effect that each operation declares; docs/mcp.md has the rule. */

const tools = toolsOf(publicInventory)
const all = operationsOf(inventory as Routes)
const reviewed = new URL('tool-hints.txt', import.meta.url)

const lineOf = ({ tool, operation: { route, action } }: (typeof tools)[number]) => {
  const { destructiveHint, idempotentHint, openWorldHint } = tool.annotations
  const hints = [destructiveHint && 'destructive', idempotentHint && 'idempotent', openWorldHint && 'open world']
  return [tool.name, effectOf(route, action), ...hints.filter(Boolean)].join(' | ')
}

test('the hints of every writing tool are those that were reviewed', () => {
  const lines = tools.filter(({ operation }) => operation.route.method !== 'GET').map(lineOf)
  const expected = readFileSync(reviewed, 'utf8').trim().split('\n')
  assert.deepEqual(lines.sort(), expected, 'review the effect of each tool that differs, then change tool-hints.txt')
})

test('every tool has all four hints, and only reads are read-only', () => {
  for (const { tool, operation } of tools) {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations
    for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
      assert.equal(typeof hint, 'boolean', tool.name)
    if (operation.route.method === 'GET') assert.ok(readOnlyHint, tool.name)
    if (readOnlyHint) assert.deepEqual([destructiveHint, idempotentHint], [false, true], tool.name)
  }
})

test('what deletes, merges, erases, takes back or replaces is destructive', () => {
  const named =
    /^(archive|delete|revoke|remove|merge|erase|rollback|replace|rotate|bulk|unlink)_|_(archive|unassign_insights|upsert_section|set_segments|update_status)$/
  const others = [
    'update_retention',
    'update_masking',
    'accept_change_set',
    'accept_theme_proposal',
    'start_csv_upload',
    // With the id of a stored item they replace a customer's words, as the PATCH of the item does.
    'ingest_feedback',
    'record_nps_response',
    'create_survey_response',
    'upsert_ticket',
    // What the provider deleted is deleted.
    'sync_integration',
    'replay_inbound_event',
  ]
  for (const operation of all) {
    const name = toolName(operation)
    const effect = effectOf(operation.route, operation.action)
    if (named.test(name) || others.includes(name)) assert.ok(isDestructive(effect), `${name}: ${effect}`)
    if (operation.route.method === 'DELETE') assert.equal(effect, 'removes', name)
    const canUpdate = operation.route.alternateStatus !== undefined
    if (/^(create|add|link)_|_(create|assign_insights)$/.test(name) && !canUpdate)
      assert.ok(!isDestructive(effect), `${name}: ${effect}`)
  }
})

test('an operation that can archive by a field is as destructive as archiving', () => {
  const canArchive = all.filter(
    (operation) =>
      !(operation.action ?? operation.id).startsWith('create') &&
      operation.route.method !== 'GET' &&
      partsOf(operation).some(([part, { properties = {} }]) => part === 'body' && hasArchived(properties)),
  )
  assert.ok(canArchive.length >= 7, String(canArchive.length))
  for (const operation of canArchive)
    assert.equal(effectOf(operation.route, operation.action), 'removes', toolName(operation))
})

const hasArchived = ({ status, archived }: Record<string, Schema>) =>
  archived !== undefined || (status?.enum?.includes('archived') ?? false)

test('an operation that stores the credential of a provider fetches from it', () => {
  const fetching = all.filter((operation) =>
    partsOf(operation).some(([, { properties = {} }]) => properties.credential),
  )
  assert.ok(fetching.length >= 3, String(fetching.length))
  for (const operation of fetching) assert.equal(operation.route.external, true, operation.id)
})

test('an operation without an audit entry has no effect', () => {
  for (const operation of all)
    if (operation.route.readOnly) assert.equal(effectOf(operation.route, operation.action), 'none', operation.id)
})

test('the tools of the command line have the same hints', () => {
  const hintsOf = (routes: Routes) => toolsOf(routes).map(({ tool }) => [tool.name, tool.annotations])
  assert.deepEqual(hintsOf(clientInventory), hintsOf(publicInventory))
})

test('call_operation is destructive where it can call any operation, and read-only where it cannot', () => {
  assert.deepEqual(callOperationTool(true).annotations, {
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: true,
  })
  assert.equal(callOperationTool(false).annotations.readOnlyHint, true)
})
