import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { isModelAvailable } from '#engine/embed/embedder.ts'
import { sql } from '#store/sql.ts'
import type { Org } from '../test-app.ts'
import { app, useTestServer } from '../test-server.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { waitForJobs } from '../wait-for-jobs.ts'
import { inventionsOf, judge } from './questions/judge.ts'
import { type Question, readQuestions, readStatements, type Statement } from './questions/read-sets.ts'

/* Questions with known answers, over statements of two organizations that are imported and analyzed. */

const tier = (await isModelAvailable()) ? 'model' : 'static'
const semanticSearch = new VectorSearch(tier)
const sets = new Map<string, { org: Org; statements: Statement[]; feedbackOf: Map<string, string> }>()

async function importSet(set: string) {
  const org = await app.org({ name: set })
  const statements = readStatements(set, new Date())
  const items = statements.map(({ id, text, source, at, person: { name, email, company, plan, country } }) => ({
    external_id: id,
    content: text,
    source,
    occurred_at: at.toISOString(),
    contact: { name, email, country, company: { name: company, plan } },
  }))
  const { status, text } = await app.call(org.admin.key, 'POST', '/feedback/bulk', { body: { items } })
  assert.equal(status, 200, text)
  await waitForJobs(app, org.admin.key)
  const rows = await app.store.rows<{ id: string; external_id: string }>(sql`
    select i.id, f.external_id from insight i join feedback f on f.org_id = i.org_id and f.id = i.feedback_id
    where i.org_id = ${org.id} and f.org_id = ${org.id}`)
  sets.set(set, { org, statements, feedbackOf: new Map(rows.map((row) => [row.id, row.external_id])) })
}

useTestServer(
  { semanticSearch, poolSize: 12 },
  {
    async afterStart() {
      await startTestWorker({ embeddings: tier })
      for (const set of ['practice', 'charging', 'kitchen']) await importSet(set)
    },
    async beforeStop() {
      await stopTestWorkers()
      await semanticSearch.close()
    },
  },
)

async function ask({ set, turns }: Question) {
  const { org, ...known } = sets.get(set)!
  const query: Record<string, string> = { q: turns.at(-1)! }
  if (turns.length > 1) query.previous = turns.slice(0, -1).join('\n')
  const { status, body, text } = await app.call(org.admin.key, 'GET', '/search/answer', { query })
  assert.equal(status, 200, text)
  return { answer: body, ...known }
}

async function judgeAll(file: string) {
  const lines: string[] = []
  const result = { right: 0, asked: 0, wronglyAnswered: 0, invented: 0 }
  for (const question of readQuestions(file)) {
    const judged = await ask(question)
    const verdict = judge(question, judged)
    const inventions = inventionsOf(judged)
    if (question.check !== 'none') result.asked++
    if (verdict === 'right' && question.check !== 'none') result.right++
    if (verdict !== 'right' && question.check === 'none') result.wronglyAnswered++
    result.invented += inventions.length
    if (verdict !== 'right' || inventions.length > 0)
      lines.push(`${question.turns.join(' >> ')} (${question.set}): ${verdict} ${inventions.join('; ')}`)
    if (process.env.SHOW_ANSWERS) lines.push(`    ${JSON.stringify(judged.answer.understood)} ${judged.answer.answer}`)
  }
  return { ...result, report: [JSON.stringify(result), ...lines].join('\n') }
}

for (const file of ['questions', 'unseen-questions', 'kitchen-questions'])
  test(`questions of ${file}: at least 85 % are right, nothing is invented`, async () => {
    const { right, asked, wronglyAnswered, invented, report } = await judgeAll(file)
    console.log(report)
    assert.ok(right / asked >= 0.85 && wronglyAnswered === 0 && invented === 0, report)
  })
