import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Route } from '#contract/core/route.ts'
import { createFixture, type Fixture } from '../fixtures.ts'
import { publicCases, sampleOf } from '../samples.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { candidatesOf, enumerated, type Schema } from './candidates.ts'
import { addVariedRows } from './varied-rows.ts'

/*
 * Every filter and every sort of every list in the contract changes what the list shows. The values to filter by come
 * from the contract and from the rows themselves, so that a new filter is tested without a line here.
 */

type Item = Record<string, any>

let app: TestApp
let org: Org
let fixtures: Fixture[]
before(async () => {
  app = await startTestApp()
  org = await app.org({ features: { competitors: true, subthemes: true, segments: true } })
  const [first, second, gone] = [await create('alpha '), await create('beta '), await create('gone ')]
  await addVariedRows(app, org, [first, second, gone])
  fixtures = [first, second]
})
after(() => app.close())
const create = (marker: string) => createFixture(app, org, marker)

const lists = publicCases.filter(([, route]) => route.method === 'GET' && 'limit' in (route.query?.properties ?? {}))

/** Parameters that choose no rows, by name or by operation and name. */
const notFilters: Record<string, string> = {
  limit: 'paging',
  cursor: 'paging',
  offset: 'paging',
  sort: 'the order, tested below',
  order: 'the order of the audit log, test/account/audit',
  include: 'members of a row',
  format: 'the form of the answer',
  custom_field: 'by the definitions of an organization, test/custom-fields/lists.test.ts',
  sort_custom_field: 'the order by a custom field, test/custom-fields/lists.test.ts',
  mode: 'how search compares, test/overview/semantic-search.test.ts',
  allow_fallback: 'how search compares, test/overview/semantic-search.test.ts',
  'listComments object_type': 'the kind of the object, which is required',
  'search min_similarity': 'how search compares by meaning, test/overview/semantic-search.test.ts',
  'listThemeLookalikes to': 'what is compared, test/findings/lookalikes.test.ts',
  'listSubthemeLookalikes to': 'what is compared, test/findings/lookalikes.test.ts',
  'searchSimilar type': 'what is compared',
  'searchSimilar id': 'what is compared',
}

/** What a request needs besides the filter. */
const besides = (id: string, name: string): Record<string, string> => ({
  ...(name === 'include_deleted' && { updated_since: '2000-01-01' }),
  ...(id === 'search' && { q: 'insight' }),
  ...(id === 'searchSimilar' && { type: 'feedback', id: fixtures[0]!.similarId }),
  ...(id === 'searchSimilar' && name === 'min_similarity' && { types: 'feedback' }),
  ...(id === 'listAuditEntries' && { order: 'oldest' }),
  ...(id === 'listSurveyResponses' && name === 'value' && { question_key: 'why' }),
})

/** Values that lists do not show. */
const hidden = (): Record<string, string[]> => ({
  source: ['g2'],
  tag: ['loud'],
  plan: ['enterprise', 'starter'],
  revenue_min: ['1000', '100000'],
  revenue_max: ['1000', '100000'],
  owner_id: [org.admin.userId, org.member.userId],
  user_id: [org.admin.userId, org.member.userId],
  question_key: ['why'],
  value: ['Gamma words'],
  min_similarity: ['0.99', '0.3'],
  id: [fixtures[0]!.insightId as string],
})

async function read(path: string, query: Record<string, string>): Promise<Item[] | undefined> {
  const reply = await app.call(org.admin.key, 'GET', path, { query: { ...query, limit: '50' } })
  return reply.status === 200 ? reply.body.data : undefined
}

/** Whether some value shows other rows than no value does, and some value shows rows. */
async function changesRows(id: string, route: Route, name: string): Promise<boolean> {
  const { path, query } = sampleOf(route, fixtures[0]!)
  const others = { ...query, ...besides(id, name) }
  const all = (await read(path, others)) ?? []
  const values = candidatesOf(name, route.query!.properties[name] as Schema, { items: all, fixtures })
  let [isDifferent, isFound] = [false, false]
  for (const value of [...(hidden()[name] ?? []), ...values]) {
    const some = await read(path, { ...others, [name]: value })
    if (!some) continue
    isDifferent ||= JSON.stringify(some) !== JSON.stringify(all)
    isFound ||= some.length > 0
    if (isDifferent && isFound) return true
  }
  return false
}

test('every filter of every list changes what it shows', async () => {
  const withoutEffect: string[] = []
  let count = 0
  for (const [id, route] of lists)
    for (const name of Object.keys(route.query!.properties)) {
      if (notFilters[name] || notFilters[`${id} ${name}`]) continue
      count++
      if (!(await changesRows(id, route, name))) withoutEffect.push(`${id} ${name}`)
    }
  assert.deepEqual(withoutEffect, [])
  assert.ok(count > 250, `${count} filters`)
})

/** A revenue is sorted by its amount. */
const valuesOf = (items: readonly Item[], field: string) =>
  items.map((item) => item[field]?.amount ?? item[field]).filter((value) => value !== null && value !== undefined)
const lowered = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value) as string | number

/** What is wrong with the order of a list: the field of the sort decides where the list shows it. */
function orderFault(items: readonly Item[], other: readonly Item[], sort: string): string | undefined {
  const field = sort.replace(/^-/, '')
  const values = valuesOf(items, field).map(lowered)
  if (values.length > 0 && new Set(values).size < 2) return 'the rows have one value'
  const isOrdered = values.every((value, n) => {
    if (n === 0 || value === values[n - 1]) return true
    return value > values[n - 1]! !== sort.startsWith('-')
  })
  if (!isOrdered) return `not in the order: ${values.join(', ')}`
  const ids = (of: readonly Item[]) => of.map(({ id }) => id).join()
  return ids(items) === ids(other) ? 'the order of another sort' : undefined
}

test('every sort of every list changes its order', async () => {
  const faults: string[] = []
  let count = 0
  for (const [id, route] of lists) {
    const sorts = enumerated((route.query!.properties.sort ?? {}) as Schema)
    for (const sort of sorts) {
      const { path, query } = sampleOf(route, fixtures[0]!)
      count++
      const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      const other = sorts.includes(opposite) ? opposite : '-created_at'
      const sorted = async (by: string) => (await read(path, { ...query, sort: by }))!
      const fault = other === sort ? undefined : orderFault(await sorted(sort), await sorted(other), sort)
      if (fault) faults.push(`${id} ${sort}: ${fault}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.ok(count > 60, `${count} sorts`)
})
