import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countAccountReach } from '#domain/ranking/account-reach/jobs.ts'
import { newId } from '#store/ids.ts'
import { insertFeedback } from '../insert-feedback.ts'
import { app, type Body, call, org } from '../test-server.ts'
import { useTestWorker } from '../test-worker.ts'

/* One-pagers: the same numbers as the pages, quotes with who said them, and a document to send. */

useTestWorker({ startsWorker: false })

const ok = async (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Body> => {
  const response = await call(method, path, body, query)
  assert.ok(response.status < 300, response.text)
  return response.body
}
const build = async (path: string, body: Body) => {
  const reply = await app.call(org.admin.key, 'POST', `/build/${path}`, {
    body,
    headers: { 'idempotency-key': newId() },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const unique = () => newId().slice(-12)
const said = 'The export of Brightwave just spins when Nadja Keller selects everything.'

/** A contact of an account that said something about a theme. */
async function customer(theme: string, text: string, more: Body = {}) {
  const account = await ok('POST', '/accounts', {
    name: 'Brightwave Logistics',
    revenue: { amount: 12_000, currency: 'EUR', period: 'year' },
  })
  const contact = await ok('POST', '/contacts', { name: 'Nadja Keller', email: `${unique()}@example.com` })
  await ok('PATCH', `/contacts/${contact.id}`, { account_id: account.id })
  const feedback_id = await insertFeedback(app.store, org.id, { content: text, source: 'zendesk' })
  const insight = await ok('POST', '/insights', {
    name: `Export spins ${unique()}`,
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    theme_ids: [theme],
    contact_id: contact.id,
    feedback_id,
    quote: text,
    ...more,
  })
  return { account, contact, insight }
}

async function scene() {
  await ok('PATCH', '/exchange-rates', { base_currency: 'EUR', rates: [] })
  const theme = await ok('POST', '/themes', { name: `Export ${unique()}`, notes: 'Getting data out.' })
  const { contact, insight } = await customer(theme.id, said)
  const other = await ok('POST', '/insights', {
    name: `Praise ${unique()}`,
    sentiment: 'POSITIVE',
    category: 'DELIGHTS',
    theme_ids: [theme.id],
    contact_id: contact.id,
  })
  const insight_ids = [insight.id, other.id]
  const opportunity = await ok('POST', '/opportunities', {
    title: `Exports fail ${unique()}`,
    category: 'PAIN_POINTS',
    problem_statement: 'Exports never finish.',
    insight_ids,
  })
  const initiative = await ok('POST', '/initiatives', { title: `Dependable ${unique()}`, goal: 'No failed export.' })
  await ok('POST', `/initiatives/${initiative.id}/insights`, { insight_ids })
  await ok('POST', `/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [opportunity.id] })
  const project = await ok('POST', '/projects', { title: `Background ${unique()}`, initiative_id: initiative.id })
  await build('projects', { action: 'assign_insights', project_id: project.id, insight_ids })
  await build('projects', { action: 'generate_evidence_story', project_id: project.id })
  await countAccountReach(app.store)
  return { theme, opportunity, initiative, project, insight, contact }
}

test('the numbers are those of the pages, people and companies once each', async () => {
  const { theme, opportunity, initiative, project } = await scene()
  const pages: [string, (page: Body) => unknown[]][] = [
    [`/themes/${theme.id}`, (p) => [p.insight_count, p.account_reach, p.sentiment_breakdown, p.trend]],
    [`/opportunities/${opportunity.id}`, (p) => [p.insight_count, p.account_reach, p.sentiment_breakdown, p.trend]],
    [
      `/initiatives/${initiative.id}`,
      (p) => [p.leveraged_insights_count, p.account_reach, p.sentiment_breakdown, null],
    ],
    [
      `/projects/${project.id}`,
      (p) => [p.evidence_count, p.account_reach, { positive: 1, negative: 1, neutral: 0 }, null],
    ],
  ]
  for (const [path, figures] of pages) {
    const { numbers } = await ok('GET', `${path}/one-pager`)
    assert.deepEqual(
      [numbers.insight_count, numbers.account_reach, numbers.sentiment_breakdown, numbers.trend],
      figures(await ok('GET', path)),
      path,
    )
    assert.equal(numbers.contact_count, 1, path)
    assert.deepEqual([numbers.account_reach.account_count, numbers.account_reach.yearly_revenue], [1, 12_000], path)
  }
})

test('quotes say who said them, where and when; links and texts are those of the page', async () => {
  const { opportunity, initiative, project, insight } = await scene()
  const { quotes, summary, linked, url } = await ok('GET', `/opportunities/${opportunity.id}/one-pager`)
  assert.deepEqual(
    quotes.map(({ occurred_at: _, ...quote }: Body) => quote),
    [
      {
        text: said,
        insight_id: insight.id,
        person: 'Nadja Keller',
        company: 'Brightwave Logistics',
        source: 'zendesk',
      },
    ],
  )
  assert.equal(summary, 'Exports never finish.')
  assert.equal(url, `http://localhost:3000/opportunities/${opportunity.id}`)
  assert.deepEqual(
    linked.map(({ kind, id }: Body) => [kind, id]),
    [['initiative', initiative.id]],
  )
  const ofInitiative = await ok('GET', `/initiatives/${initiative.id}/one-pager`)
  assert.deepEqual(
    ofInitiative.linked.map(({ kind, id }: Body) => [kind, id]),
    [
      ['opportunity', opportunity.id],
      ['project', project.id],
    ],
  )
  assert.deepEqual(ofInitiative.sections, [{ title: 'Goal', content: 'No failed export.' }], 'no empty sections')
})

test('without names neither people nor companies are in it, also where a quote names them', async () => {
  const { theme, project } = await scene()
  for (const path of [`/themes/${theme.id}`, `/projects/${project.id}`, `/projects/${project.id}/evidence-story`])
    for (const format of ['json', 'markdown', 'csv']) {
      const { text } = await call('GET', `${path}/one-pager`, undefined, { names: 'false', format })
      assert.doesNotMatch(text, /Nadja|Keller|@example\.com|Brightwave Logistics/, `${path} ${format}`)
      assert.match(text, /just spins when \\*\[name\\*\] selects everything/, `${path} ${format}`)
    }
})

test('the document is Markdown in English or German, without empty headings', async () => {
  const { theme, project, initiative } = await scene()
  const read = async (path: string, language: string) =>
    ok('GET', `${path}/one-pager`, undefined, { format: 'markdown', language })
  const { markdown, file_name } = await read(`/themes/${theme.id}`, 'en')
  assert.match(file_name, /^export-\w+\.md$/)
  assert.match(markdown, /^# Export \w+\n\n\*Theme · /)
  assert.match(markdown, /- \*\*Insights:\*\* 2\n- \*\*People:\*\* 1\n- \*\*Companies:\*\* 1\n/)
  assert.match(markdown, /- \*\*Revenue a year:\*\* €12,000\n/)
  assert.match(markdown, /> The export .*\n>\n> — Nadja Keller, Brightwave Logistics · Zendesk · /)
  const german = (await read(`/themes/${theme.id}`, 'de')).markdown
  assert.match(german, /\*Thema · /)
  assert.match(german, /- \*\*Erkenntnisse:\*\* 2\n/)
  for (const path of [`/projects/${project.id}`, `/initiatives/${initiative.id}`])
    assert.doesNotMatch((await read(path, 'en')).markdown, /\n## [^\n]+\n+(?=## |$)/, path)
  const story = (await read(`/projects/${project.id}/evidence-story`, 'en')).markdown
  assert.match(story, /## Key findings\n\n- .*\[\d\]/)
  assert.match(story, /## Sources\n\n1\. \[/)
})

test('hostile texts start no heading, link or tag', async () => {
  const theme = await ok('POST', '/themes', { name: `<img src=x>\u00a0[a](javascript:b) ${unique()}` })
  await customer(theme.id, '# Not a heading\n<script>alert(1)</script> [x](javascript:y)')
  const { markdown } = await ok('GET', `/themes/${theme.id}/one-pager`, undefined, { format: 'markdown' })
  assert.doesNotMatch(markdown, /(?<!\\)</)
  assert.match(markdown, /\n> \\# Not a heading\n/)
  assert.doesNotMatch(markdown, /(?<!\\)\]\(javascript/)
  const { csv, row_count } = await ok('GET', `/themes/${theme.id}/one-pager`, undefined, { format: 'csv' })
  assert.equal(row_count, 1)
  assert.match(csv, /^insight_id,insight,/)
})

test('what a person who was erased said is gone, and a quote that was redacted as well', async () => {
  const { theme, insight } = await scene()
  const { quotes } = (await ok('GET', `/insights/${insight.id}`)) as { quotes: Body[] }
  await ok('PATCH', `/insights/${insight.id}/quotes/${quotes[0]!.id}`, { redacted: true })
  const text = JSON.stringify(await ok('GET', `/themes/${theme.id}/one-pager`))
  assert.doesNotMatch(text, /just spins/)
})

test('a Project without an evidence story has no such one-pager', async () => {
  const project = await ok('POST', '/projects', { title: unique() })
  const reply = await call('GET', `/projects/${project.id}/evidence-story/one-pager`)
  assert.deepEqual([reply.status, reply.body.error.code], [404, 'NOT_FOUND'])
})
