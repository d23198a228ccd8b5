import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { findDerivedDataErrors } from '../crash/oracle.ts'
import { openObjects, readDocument } from './document.ts'
import { fuzz } from './fuzz.ts'
import { type TestOrgs, openTestOrgs } from './test-orgs.ts'
import { optionsFrom } from './options.ts'
import { failureText, reportText, talliesText } from './report.ts'

let testOrgs: TestOrgs
before(async () => void (testOrgs = await openTestOrgs()))
after(() => testOrgs.close())

const minShare = 0.2
const subthemesGo = 'subthemes are dissolved, merged and removed with their themes'
/** Operations with a lower share of successes by their nature. */
const lowerShares: Record<string, { min: number; why: string }> = {
  cancelJob: { min: 0.02, why: 'a job is cancelled once' },
  addInsightThemes: { min: 0.1, why: 'insights are merged and deleted, and themes archived' },
  replaceInsightThemes: { min: 0.1, why: 'insights are merged and deleted, and themes archived' },
  replaceExchangeRates: { min: 0.1, why: 'only admins change them, and each currency has one rate' },
  updateOpportunityInsight: { min: 0, why: 'the insight must be evidence of that opportunity' },
  mergeThemes: { min: 0.1, why: 'merging consumes themes' },
  mergeContacts: { min: 0.02, why: 'merging consumes contacts' },
  eraseContact: { min: 0.02, why: 'erasing consumes contacts and is for admins only' },
  updateCsvMapping: { min: 0.1, why: 'columns must be those of the uploaded table, which is mapped before its import' },
  startCsvUpload: { min: 0.05, why: 'an upload is started once, after it was mapped' },
  rollbackCsvUpload: { min: 0.05, why: 'an import is rolled back once, after it finished' },
  backfillTheme: { min: 0.1, why: 'only a theme with a definition is backfilled' },
  getSubtheme: { min: 0.02, why: subthemesGo },
  listSubthemeInsights: { min: 0.02, why: subthemesGo },
  updateSubtheme: { min: 0.02, why: subthemesGo },
  restoreSubtheme: { min: 0.02, why: 'a subtheme of an archived or merged theme is not restored' },
  mergeSubthemes: { min: 0.005, why: subthemesGo },
  splitSubtheme: { min: 0, why: 'the insights must be those of the subtheme' },
  dissolveSubtheme: { min: 0.02, why: subthemesGo },
  linkSubthemeInsights: { min: 0.02, why: subthemesGo },
  unlinkSubthemeInsight: { min: 0.02, why: subthemesGo },
  updateSurveyQuestion: { min: 0.1, why: 'what a question may become depends on its type and its responses' },
  orderSurveyQuestions: { min: 0.08, why: 'a survey without questions has no order' },
  replayInboundEvent: {
    min: 0.08,
    why: 'nothing is delivered during a run, and events are removed with their integration',
  },
  createSurveyResponse: { min: 0.1, why: 'answers must fit question types that are drawn as well' },
  rerunAnalysis: { min: 0.001, why: 'one runs at a time in an organization' },
  acceptThemeProposal: { min: 0.003, why: 'a proposal is accepted once' },
  acceptChangeSet: { min: 0.02, why: 'a change set is decided once' },
  rejectChangeSet: { min: 0.02, why: 'a change set is decided once' },
  undoRegrouping: { min: 0.02, why: 'a regrouping is undone once' },
  planTaxonomy: { min: 0, why: "ids, and the names of what is merged, must be those of people's themes and subthemes" },
  applyTaxonomy: { min: 0, why: 'ids as for its plan; a plan that was not made of these themes is refused' },
  undoTaxonomy: { min: 0.02, why: 'a document of themes is undone once' },
  updateLanguageModel: { min: 0.05, why: 'no language model is configured, and it is for admins only' },
  applyLanguageModelProposal: { min: 0, why: 'a proposal is applied once, and no language model makes another one' },
  regroup: { min: 0.05, why: 'what people placed or named stays, and names of themes are unique' },
  proposeGrouping: { min: 0.05, why: 'what people placed or named stays, and names of themes are unique' },
  updateAccount: { min: 0.05, why: 'other accounts have the domains and ids that are drawn' },
  addOpportunityInsights: { min: 0.1, why: 'opportunities are archived and merged, insights merged and deleted' },
  removeOpportunityInsight: { min: 0.1, why: 'opportunities are archived and merged, insights merged and deleted' },
  updateScoringMethod: { min: 0.1, why: 'what its factors may be depends on its kind, and it is for admins only' },
  createCsvUpload: { min: 0.08, why: 'a mapping names columns of the file, which has one' },
  mergeInsights: { min: 0.1, why: 'merging consumes insights' },
  splitOpportunity: { min: 0, why: 'the insights must be evidence of that opportunity, and one stays' },
  getEvidenceStoryOnePager: { min: 0.01, why: 'few Projects have a story' },
  updateCustomField: { min: 0.05, why: 'what a field may become depends on its kind, and it is for admins only' },
  recognize: { min: 0.02, why: 'what is given must be of the kind that it is read as' },
  rejectThemeProposal: { min: 0.05, why: 'a proposal is decided once per round' },
}
const minShareOf = (id: string) => lowerShares[id]?.min ?? minShare

test('every response to a generated request is documented, and organizations are isolated', async (t) => {
  const { cases, seed, only } = optionsFrom(process.env, readFileSync('openapi.json', 'utf8'))
  t.diagnostic(`seed ${seed}`)
  const report = await fuzz({ ...testOrgs, baseUrl: testOrgs.app.baseUrl, cases, seed, ...(only && { only }) })
  console.log(reportText(report))
  if (process.env.FUZZ_TALLIES) writeFileSync(process.env.FUZZ_TALLIES, talliesText(report))
  assert.equal(
    report.failures.length,
    0,
    [failureText(report), ...testOrgs.app.errors.map((one) => inspect(one))].join('\n'),
  )
  const failing = [...report.tallies].filter(([id, tally]) => tally.succeeded / tally.cases < minShareOf(id))
  const messages = failing.map(([id, tally]) => `${id}: ${tally.succeeded} of ${tally.cases} succeeded`)
  assert.deepEqual(messages, [], 'too few requests succeeded')
  assert.deepEqual(testOrgs.app.errors, [], 'the server logged an error')
  for (const org of [testOrgs.home, testOrgs.other])
    assert.deepEqual(await findDerivedDataErrors(testOrgs.app.store, org.id), [])
})

test('every documented response is a closed object: undocumented fields are detected', async () => {
  const operations = await readDocument(testOrgs.app.baseUrl)
  const open = operations
    .filter(({ id }) => id !== 'getOpenapi')
    .flatMap(({ id, answers }) =>
      [...answers].flatMap(([status, { schema }]) => openObjects(schema, `${id} ${status}`)),
    )
  assert.deepEqual(open, [])
})
