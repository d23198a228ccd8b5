import { latestQuestions } from '#contract/core/conversation.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { UsageError } from '#client/usage-error.ts'
import { connectAs } from './connection.ts'
import { type Io, print, readAll } from './io.ts'
import { printAnswer } from './output.ts'
import { jsonOf, stripControls } from './text.ts'

type AskOptions = { conversation?: string; table?: boolean; json?: boolean }
type Citation = {
  quote: string
  person: string | null
  company: string | null
  source: string | null
  occurred_at: string
}
type Group = {
  name: string
  insight_count: number
  contact_count: number
  sentiment_breakdown: { positive: number; negative: number; neutral: number }
}
type Answer = {
  answer: string | null
  reason: string | null
  citations: Citation[]
  groups: Group[]
  table: { columns: string[]; rows: (string | null)[][] } | null
}

/** `earshot ask "Top complaints this month"`; with --conversation it goes on with the questions of that file. */
export async function askQuestion(
  words: readonly string[],
  { conversation, ...options }: AskOptions,
  io: Io,
): Promise<void> {
  const fromInput = words.length === 0 || (words.length === 1 && words[0] === '-')
  const question = (fromInput ? (await readAll(io.stdin)).toString('utf8') : words.join(' '))
    .replace(/\s+/g, ' ')
    .trim()
  if (question === '') throw new UsageError('ask needs a question, as argument or on stdin')
  const before = conversation !== undefined && existsSync(conversation) ? readFileSync(conversation, 'utf8') : ''
  const turns = before.split('\n').filter(Boolean)
  const previous = latestQuestions(turns)
  const { call } = await connectAs(io)
  const answer = (await call('searchAnswer', { q: question, ...(previous && { previous }) })) as Answer
  if (conversation !== undefined) writeFileSync(conversation, `${[...turns, question].join('\n')}\n`)
  if (options.table) await printAnswer({ data: rowsOf(answer) }, { format: 'table' }, io)
  else await print(io.stdout, options.json || !io.isTTY ? `${jsonOf(answer, 2)}\n` : textOf(answer))
}

/** The table of the answer, where the question asked for one; else its groups. */
function rowsOf({ table, groups }: Answer): Record<string, unknown>[] {
  if (table) return table.rows.map((row) => Object.fromEntries(table.columns.map((name, n) => [name, row[n] ?? ''])))
  return groups.map(({ name, insight_count, contact_count, sentiment_breakdown }) => ({
    name,
    insights: insight_count,
    contacts: contact_count,
    ...sentiment_breakdown,
  }))
}

function textOf({ answer, reason, citations }: Answer): string {
  if (answer === null) return `${stripControls(reason ?? '')}\n`
  const sources = citations.map(({ quote, person, company, source, occurred_at }, n) => {
    const from = [person, company, source, occurred_at.slice(0, 10)].filter(Boolean).join(', ')
    return `[${n + 1}] “${quote}” (${from})`
  })
  return [answer, '', ...sources].map((line) => `${stripControls(line)}\n`).join('')
}
