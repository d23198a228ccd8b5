import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { derivedDataAgrees } from '../crash/oracle.ts'
import { openObjects, readDocument } from './document.ts'
import { fuzz } from './fuzz.ts'
import { type Grounds, openGrounds } from './grounds.ts'
import { optionsFrom } from './options.ts'
import { failureText, reportText } from './report.ts'

let grounds: Grounds
before(async () => void (grounds = await openGrounds()))
after(() => grounds.close())

const leastShare = 0.1
/** These use up what they act on, which a run makes less of than it asks for. */
const consuming = new Set(['cancelJob', 'mergeContacts', 'eraseContact'])
const leastOf = (id: string) => (consuming.has(id) ? 0.02 : leastShare)

test('every answer to a drawn request is one the document promises, and no request of one organization reaches another', async (t) => {
  const { cases, seed, only } = optionsFrom(process.env)
  t.diagnostic(`seed ${seed}`)
  const report = await fuzz({ ...grounds, baseUrl: grounds.world.baseUrl, cases, seed, ...(only && { only }) })
  console.log(reportText(report))
  assert.equal(report.failures.length, 0, failureText(report))
  const meagre = [...report.tallies].filter(([id, tally]) => tally.succeeded / tally.cases < leastOf(id))
  const told = meagre.map(([id, tally]) => `${id}: ${tally.succeeded} of ${tally.cases} succeeded`)
  assert.deepEqual(told, [], 'a run that is mostly refused proves little')
  assert.deepEqual(grounds.world.errors, [], 'the server logged an error')
  for (const org of [grounds.home, grounds.other]) assert.deepEqual(await derivedDataAgrees(grounds.world.store, org.id), [])
})

test('every documented answer is closed: a field nobody documented would be noticed', async () => {
  const operations = await readDocument(grounds.world.baseUrl)
  const open = operations
    .filter(({ id }) => id !== 'getOpenapi')
    .flatMap(({ id, answers }) => [...answers].flatMap(([status, { schema }]) => openObjects(schema, `${id} ${status}`)))
  assert.deepEqual(open, [])
})
