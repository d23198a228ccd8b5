import assert from 'node:assert/strict'
import { sql } from '#store/sql.ts'
import type { Org } from '../../test-app.ts'
import { app } from '../../test-server.ts'
import { waitForJobs } from '../../wait-for-jobs.ts'
import { inventionsOf, judge } from './judge.ts'
import { type Question, readQuestions, readStatements, type Statement } from './read-sets.ts'

/* Organizations with the statements of this folder, and what is right of the answers to their questions. */

export const sets = new Map<string, { org: Org; statements: Statement[]; feedbackOf: Map<string, string> }>()

export async function importSet(set: string) {
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

async function ask({ set, turns }: Question) {
  const { org, ...known } = sets.get(set)!
  const query: Record<string, string> = { q: turns.at(-1)! }
  if (turns.length > 1) query.previous = turns.slice(0, -1).join('\n')
  const { status, body, text } = await app.call(org.admin.key, 'GET', '/search/answer', { query })
  assert.equal(status, 200, text)
  return { answer: body, ...known }
}

export async function judgeAll(...files: string[]) {
  const lines: string[] = []
  const result = { right: 0, asked: 0, wronglyAnswered: 0, invented: 0, byModel: 0 }
  for (const question of files.flatMap(readQuestions)) {
    const judged = await ask(question)
    const verdict = judge(question, judged)
    const inventions = inventionsOf(judged)
    if (question.check !== 'none') result.asked++
    if (verdict === 'right' && question.check !== 'none') result.right++
    if (verdict !== 'right' && question.check === 'none') result.wronglyAnswered++
    result.invented += inventions.length
    if (judged.answer.engine === 'llm') result.byModel++
    if (verdict !== 'right' || inventions.length > 0)
      lines.push(`${question.turns.join(' >> ')} (${question.set}): ${verdict} ${inventions.join('; ')}`)
    if (process.env.SHOW_ANSWERS) lines.push(`    ${JSON.stringify(judged.answer.understood)} ${judged.answer.answer}`)
  }
  return { ...result, report: [JSON.stringify(result), ...lines].join('\n') }
}
