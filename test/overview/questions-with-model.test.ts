import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAnswers } from '#domain/llm-access/queries-answers.ts'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { isModelAvailable } from '#engine/embed/embedder.ts'
import { breakEvery } from '../llm/broken-answers.ts'
import { createLlmStub } from '../llm-stub.ts'
import { app, useTestServer } from '../test-server.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { useLanguageModel } from '../use-language-model.ts'
import { importSet, judgeAll, sets } from './questions/ask-sets.ts'
import { readStatements } from './questions/read-sets.ts'
import { readQuestionReplies, scriptedQuestions } from './questions/scripted-answers.ts'

/* Sixty questions with known answers, of which a model says what is asked for. Its replies were written by hand. */

const tier = (await isModelAvailable()) ? 'model' : 'static'
const semanticSearch = new VectorSearch(tier)
const organizations = ['practice', 'charging'] as const
const stub = createLlmStub()
const llm = await stub.start()
const scripted = scriptedQuestions(
  new Map(organizations.map((set) => [set, readStatements(set, new Date())])),
  readQuestionReplies(),
)

useTestServer(
  { semanticSearch, llm, poolSize: 12 },
  {
    async afterStart() {
      await startTestWorker({ embeddings: tier })
      for (const set of organizations) await importSet(set)
      for (const { org } of sets.values()) await useLanguageModel({ answers: true }, org)
    },
    async beforeStop() {
      await stopTestWorkers()
      await semanticSearch.close()
      stub.stop()
    },
  },
)

const files = ['questions', 'unseen-questions']

test('of sixty questions at least 95 % are right, and nothing is invented', async () => {
  stub.reset(scripted)
  const { right, asked, wronglyAnswered, invented, byModel, report } = await judgeAll(...files)
  console.log(report)
  assert.equal(asked, 60)
  assert.ok(right >= 57 && wronglyAnswered === 0 && invented === 0 && byModel >= 50, report)
})

test('with every tenth reply broken nothing is invented, and as many questions are right', async () => {
  stub.reset(breakEvery(10, scripted))
  for (const { org } of sets.values()) await deleteAnswers(app.store, org.id)
  const { right, wronglyAnswered, invented, report } = await judgeAll(...files)
  assert.ok(right >= 56 && wronglyAnswered === 0 && invented === 0, report)
})
