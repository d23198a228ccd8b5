import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventory } from '#contract/index.ts'
import { importsOf, sourceFiles } from './import-graph.ts'
import { sliceOf } from './table-writes.ts'

/*
 * The writes of a resource are handled in one slice. A read may be elsewhere: the insights of a contact are a list of
 * insights (docs/decisions/0002-layers-and-slices.md).
 */

/** Why these are handled in another slice than the other writes below their path. */
const exceptions: Record<string, string> = {
  addOpportunityCompetitorInsights: 'competitor insights are above planning',
  createSubtheme: 'makes a subtheme in a theme',
  linkInitiativeOpportunities: 'changes opportunities and initiatives, which do not import each other',
  testApiKey: 'shows what the authentication decides',
  unlinkInitiativeOpportunity: 'changes opportunities and initiatives, which do not import each other',
  updateNotificationSettings: 'the weekly digest is above the account',
}

const isOperation = (name: string): name is keyof typeof inventory => Object.hasOwn(inventory, name)

/** Handlers that need a function of a higher slice are made by a function, which is called with one that does nothing. */
function operationsIn(exported: unknown): string[] {
  const made: unknown = typeof exported === 'function' && exported.length === 1 ? exported(async () => {}) : exported
  return made !== null && typeof made === 'object' ? Object.keys(made).filter(isOperation) : []
}

/** The slice of each operation. */
async function handledIn(): Promise<Map<string, string>> {
  const routes = sourceFiles.find(({ path }) => path === 'api/routes/handlers.ts')!
  const found = new Map<string, string>()
  for (const path of importsOf(routes)) {
    const loaded = (await import(`#${path}`)) as Record<string, unknown>
    for (const name of Object.keys(loaded).filter((key) => /handlers$/i.test(key)))
      for (const operation of operationsIn(loaded[name])) found.set(operation, sliceOf(path))
  }
  return found
}

/** `/contacts/…`; what is below `/build` and `/competitors` are resources of their own. */
const resourceOf = (path: string) => /^\/(?:(?:build|competitors)\/)?[^/]*/.exec(path)![0]

const slicesOfResources = (handled: ReadonlyMap<string, string>) =>
  Map.groupBy(
    [...handled].filter(([operation]) => isOperation(operation) && inventory[operation].method !== 'GET'),
    ([operation]) => resourceOf(inventory[operation as keyof typeof inventory].path),
  )

const shared = (handled: ReadonlyMap<string, string>) =>
  [...slicesOfResources(handled)].flatMap(([resource, operations]) => {
    const slices = [...new Set(operations.map(([, slice]) => slice))]
    return slices.length > 1 ? [`${resource}: ${slices.sort().join(', ')}`] : []
  })

test('the writes of a resource are handled in one slice', async () => {
  const handled = await handledIn()
  const missing = Object.keys(inventory).filter((operation) => !handled.has(operation))
  assert.deepEqual(missing, [])
  const regular = new Map([...handled].filter(([operation]) => !Object.hasOwn(exceptions, operation)))
  assert.deepEqual(shared(regular), [])
  for (const operation of Object.keys(exceptions))
    assert.equal(shared(new Map([...regular, [operation, handled.get(operation)!]])).length, 1, operation)
  const elsewhere = new Map([...regular, ['updateContact', 'domain/findings/insights']])
  assert.deepEqual(shared(elsewhere), ['/contacts: domain/findings/insights, domain/sources/contacts'])
})
