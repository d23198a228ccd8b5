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

const leastShare = 0.2
/** Operations that are refused more often by what they are. */
const lesserShares: Record<string, { least: number; why: string }> = {
  cancelJob: { least: 0.02, why: 'a job is cancelled once' },
  mergeThemes: { least: 0.1, why: 'merging uses themes up' },
  mergeContacts: { least: 0.02, why: 'merging uses contacts up' },
  eraseContact: { least: 0.02, why: 'erasing uses contacts up, and only admins may' },
  startCsvUpload: { least: 0.05, why: 'an upload is started once, after it was mapped' },
  rollbackCsvUpload: { least: 0.05, why: 'an import is taken back once, after it ended' },
  backfillTheme: { least: 0.1, why: 'only a theme with a definition is filled' },
  getSubtheme: { least: 0.02, why: 'only the analysis makes subthemes, and they go with their themes' },
  listSubthemeInsights: { least: 0.02, why: 'only the analysis makes subthemes, and they go with their themes' },
  updateSurveyQuestion: { least: 0.1, why: 'what a question may become depends on its type and its responses' },
  orderSurveyQuestions: { least: 0.08, why: 'a survey without questions has no order' },
  replayInboundEvent: { least: 0.08, why: 'nothing is delivered during a run, and events go with their integration' },
  createSurveyResponse: { least: 0.1, why: 'answers fit the types of questions that are drawn too' },
  acceptThemeProposal: { least: 0.003, why: 'a theme takes a name once' },
  rejectThemeProposal: { least: 0.05, why: 'a proposal is decided once in a round' },
}
const leastOf = (id: string) => lesserShares[id]?.least ?? leastShare

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
