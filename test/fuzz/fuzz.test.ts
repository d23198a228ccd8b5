import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
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

const minShare = 0.2
/** Operations that are refused more often by what they are. */
const lesserShares: Record<string, { min: number; why: string }> = {
  cancelJob: { min: 0.02, why: 'a job is cancelled once' },
  mergeThemes: { min: 0.1, why: 'merging uses themes up' },
  mergeContacts: { min: 0.02, why: 'merging uses contacts up' },
  eraseContact: { min: 0.02, why: 'erasing uses contacts up, and only admins may' },
  startCsvUpload: { min: 0.05, why: 'an upload is started once, after it was mapped' },
  rollbackCsvUpload: { min: 0.05, why: 'an import is taken back once, after it ended' },
  backfillTheme: { min: 0.1, why: 'only a theme with a definition is filled' },
  getSubtheme: { min: 0.02, why: 'only the analysis makes subthemes, and they go with their themes' },
  listSubthemeInsights: { min: 0.02, why: 'only the analysis makes subthemes, and they go with their themes' },
  updateSurveyQuestion: { min: 0.1, why: 'what a question may become depends on its type and its responses' },
  orderSurveyQuestions: { min: 0.08, why: 'a survey without questions has no order' },
  replayInboundEvent: { min: 0.08, why: 'nothing is delivered during a run, and events go with their integration' },
  createSurveyResponse: { min: 0.1, why: 'answers fit the types of questions that are drawn too' },
  acceptThemeProposal: { min: 0.003, why: 'a theme takes a name once' },
  rejectThemeProposal: { min: 0.05, why: 'a proposal is decided once in a round' },
}
const leastOf = (id: string) => lesserShares[id]?.min ?? minShare

test('every answer to a drawn request is one the document promises, and no request of one organization reaches another', async (t) => {
  const { cases, seed, only } = optionsFrom(process.env, readFileSync('openapi.json', 'utf8'))
  t.diagnostic(`seed ${seed}`)
  const report = await fuzz({ ...grounds, baseUrl: grounds.world.baseUrl, cases, seed, ...(only && { only }) })
  console.log(reportText(report))
  assert.equal(report.failures.length, 0, failureText(report))
  const meagre = [...report.tallies].filter(([id, tally]) => tally.succeeded / tally.cases < leastOf(id))
  const told = meagre.map(([id, tally]) => `${id}: ${tally.succeeded} of ${tally.cases} succeeded`)
  assert.deepEqual(told, [], 'a run that is mostly refused proves little')
  assert.deepEqual(grounds.world.errors, [], 'the server logged an error')
  for (const org of [grounds.home, grounds.other])
    assert.deepEqual(await derivedDataAgrees(grounds.world.store, org.id), [])
})

test('every documented answer is closed: a field nobody documented would be noticed', async () => {
  const operations = await readDocument(grounds.world.baseUrl)
  const open = operations
    .filter(({ id }) => id !== 'getOpenapi')
    .flatMap(({ id, answers }) =>
      [...answers].flatMap(([status, { schema }]) => openObjects(schema, `${id} ${status}`)),
    )
  assert.deepEqual(open, [])
})
