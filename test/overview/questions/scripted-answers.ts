import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Behaviour } from '../../llm-stub.ts'
import type { Statement } from './read-sets.ts'

/* A model that answers what a person has written down for each question, from what it is sent. */

type Sentence = { text: string; cites: readonly string[] }
type Reply = { chosen: ReadonlySet<string>; sentences: Sentence[] }
type Point = { p: string; text: string }
type Data = {
  question: string
  earlier_questions?: string[]
  points?: Point[]
  insights?: { n: number; says: string }[]
}

const idsOf = (set: string, numbers: string) =>
  numbers
    .trim()
    .split(' ')
    .map((n) => `${set}-${n}`)

/** By the organization and the questions of the conversation. */
export function readQuestionReplies(file = 'replies'): Map<string, Reply> {
  const choices = new Map<string, ReadonlySet<string>>()
  const replies = new Map<string, Reply>()
  let [set, last]: [string, Reply | undefined] = ['', undefined]
  for (const line of readFileSync(join(import.meta.dirname, `${file}.txt`), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const cells = line
      .replace(/^> /, '')
      .split('|')
      .map((cell) => cell.trim())
    if (line.startsWith('> ')) last!.sentences.push({ text: cells[0]!, cites: idsOf(set, cells[1]!) })
    else if (cells.length === 1) {
      const [name, numbers] = line.split(' = ') as [string, string]
      choices.set(name, new Set(idsOf(name.split(' ')[0]!, numbers)))
    } else {
      set = cells[0]!
      last = { chosen: choices.get(`${set} ${cells[2]}`)!, sentences: [] }
      if (!last.chosen) throw new Error(`${file} has no choice ${set} ${cells[2]}`)
      replies.set(keyOf(set, cells[1]!), last)
    }
  }
  return replies
}

const keyOf = (set: string, questions: string) => `${set} ${questions}`

/** `sets`: the statements of each organization; a sent text is a part of one of them. */
export function scriptedQuestions(
  sets: ReadonlyMap<string, readonly Statement[]>,
  replies: ReadonlyMap<string, Reply>,
): Behaviour {
  const statements = [...sets.values()].flat()
  const idOf = (text: string) => statements.find((one) => one.text.includes(text))?.id ?? ''
  return ({ data }: { data: Data }) => {
    const texts = [...(data.points ?? []).map(({ text }) => text), ...(data.insights ?? []).map(({ says }) => says)]
    const set = idOf(texts[0] ?? '').split('-')[0]!
    const reply = replies.get(keyOf(set, [...(data.earlier_questions ?? []), data.question].join(' >> ')))
    if (data.points) {
      const chosen = data.points.filter(({ text }) => reply?.chosen.has(idOf(text)))
      return { items: chosen.map(({ p, text }) => ({ p, quote: text })) }
    }
    return { sentences: (reply?.sentences ?? []).flatMap((one) => sentenceOf(one, data.insights ?? [], idOf)) }
  }
}

/** A sentence of which nothing was sent is not written. */
function sentenceOf(
  { text, cites }: Sentence,
  insights: readonly { n: number; says: string }[],
  idOf: (text: string) => string,
) {
  const cited = insights.filter(({ says }) => cites.includes(idOf(says))).map(({ n }) => n)
  return cited.length === 0 ? [] : [{ text, cites: cited, cites_all: false }]
}
