import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/* The statements, persons and questions of the text files in this folder. */

const rowsOf = (file: string) =>
  readFileSync(join(import.meta.dirname, `${file}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()))

export type Person = { name: string; email: string; company: string; plan: string; country: string }
export type Statement = {
  /** Which of its set, as the external id. */
  id: string
  when: 'N' | 'L' | 'B'
  at: Date
  person: Person
  source: string
  text: string
  about: readonly string[]
}
export type Question = {
  set: string
  /** The questions of a conversation; the last one is judged. */
  turns: readonly string[]
  check: string
  what: string
}

/** The first day of this quarter, or of one before it. */
function quarterStart(now: Date, back: number): Date {
  const month = now.getUTCMonth() - (now.getUTCMonth() % 3) - 3 * back
  return new Date(Date.UTC(now.getUTCFullYear(), month, 1))
}

const dayMs = 86_400_000

/** L12 is the 13th day of the last quarter; N00 is today. */
function dateOf(when: string, now: Date): Date {
  if (when.startsWith('N')) return now
  const start = quarterStart(now, when.startsWith('L') ? 1 : 2)
  return new Date(start.getTime() + Number(when.slice(1)) * dayMs + dayMs / 2)
}

export function readStatements(set: string, now: Date): Statement[] {
  const people = rowsOf(`${set}-people`).map(([name, email, company, plan, country]) => {
    return { name: name!, email: email!, company: company!, plan: plan!, country: country! }
  })
  return rowsOf(`${set}-statements`).map(([when, who, source, text, about], n) => ({
    id: `${set}-${n}`,
    when: when![0] as Statement['when'],
    at: dateOf(when!, now),
    person: people.find((person) => person.name === who)!,
    source: source!,
    text: text!,
    about: about!.split(' '),
  }))
}

export const readQuestions = (file: string): Question[] =>
  rowsOf(file).map(([set, question, check, what]) => {
    return { set: set!, turns: question!.split('>>').map((turn) => turn.trim()), check: check!, what: what ?? '' }
  })

function hasTerm({ about, when, person, source }: Statement, term: string): boolean {
  const [key, value] = term.split('=')
  if (value === undefined) return term === when || about.includes(term)
  return { from: person.company, by: person.name, country: person.country, in: source }[key!] === value
}

/** The statements of which all terms hold; a term of several words is one of `key=…`. */
export function select(statements: readonly Statement[], what: string): Statement[] {
  const terms = what.match(/\w+=[^=]*?(?=\s+\w+=|\s+[LBN]\b|$)|[^\s=]+/g) ?? []
  return statements.filter((one) => terms.every((term) => term.split('/').some((some) => hasTerm(one, some))))
}
