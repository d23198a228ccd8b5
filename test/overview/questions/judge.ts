import { type Question, select, type Statement } from './read-sets.ts'

/* Whether an answer is right, and whether it says what nobody said. */

type Body = Record<string, any>
/** `feedbackOf` gives the external id of the feedback that an insight is from. */
export type Judged = { answer: Body; statements: readonly Statement[]; feedbackOf: ReadonlyMap<string, string> }

/** An answer is right with this F1 of the statements that it counts: the analysis labels each of them by itself. */
const minF1 = 0.8

const idsOf = (insights: readonly string[], feedbackOf: Judged['feedbackOf']) =>
  new Set(insights.flatMap((id) => feedbackOf.get(id) ?? []))

export function f1(found: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  const both = [...found].filter((id) => wanted.has(id)).length
  return both === 0 ? 0 : (2 * both) / (found.size + wanted.size)
}

const isNear = (found: number, wanted: number) => Math.abs(found - wanted) <= Math.max(1, wanted * 0.15)

const keyOf: Record<string, (one: Statement) => string> = {
  company: ({ person }) => person.company,
  contact: ({ person }) => person.name,
  source: ({ source }) => source,
  country: ({ person }) => person.country,
}

function mostFrequent(statements: readonly Statement[], by: string): string[] {
  const counts = new Map<string, number>()
  for (const one of statements) counts.set(keyOf[by]!(one), (counts.get(keyOf[by]!(one)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts].filter(([, count]) => count === most).map(([key]) => key)
}

const externalIds = (statements: readonly Statement[]) => new Set(statements.map(({ id }) => id))

/** "right", or why not. */
export function judge({ check, what }: Question, { answer, statements, feedbackOf }: Judged): string {
  const found = idsOf(answer.insight_ids ?? [], feedbackOf)
  if (check === 'none') return answer.answer === null ? 'right' : `answered: ${answer.answer}`
  if (answer.answer === null) return `no answer: ${answer.reason}`
  const [first, second] = what.split(':').map((part) => select(statements, part.trim()))
  const about = () => {
    const value = f1(found, externalIds(first!))
    return value >= minF1 ? 'right' : `F1 ${value.toFixed(2)}: ${differences(found, first!, statements)}`
  }
  const [kind, by] = check.split(' ')
  if (kind === 'about') return about()
  if (kind === 'quotes')
    return answer.answer.includes('“') && hasSources(answer) ? about() : 'no quotes with their sources'
  if (kind === 'table') return answer.table?.rows.length > 0 ? about() : 'no table'
  if (kind === 'people') return judgePeople(answer, first!)
  if (kind === 'companies') return judgeCompanies(answer, first!)
  if (kind === 'compare') return judgeComparison(answer, first!, second!)
  const most = mostFrequent(first!, by!)
  const [top] = answer.groups
  return top?.type === by && most.includes(top.name === 'GB' ? 'GB' : countryCode(top.name))
    ? 'right'
    : `${top?.type} ${top?.name}, not ${most.join()}`
}

/** Countries are shown by name. */
const countryCode = (name: string) => ({ Germany: 'DE', Deutschland: 'DE', 'United Kingdom': 'GB' })[name] ?? name

const hasSources = ({ citations }: Body) =>
  citations.every((one: Body) => one.person && one.company && one.source && one.occurred_at)

function judgePeople(answer: Body, wanted: readonly Statement[]): string {
  const people = new Set(wanted.map(({ person }) => person.name)).size
  return isNear(answer.contact_count, people) ? 'right' : `${answer.contact_count} persons, not ${people}`
}

function judgeCompanies({ groups }: Body, wanted: readonly Statement[]): string {
  const companies = [...new Set(wanted.map(({ person }) => person.company))].sort().join(', ')
  const found = groups.filter(({ type }: Body) => type === 'company')
  const names = found
    .map(({ name }: Body) => name)
    .sort()
    .join(', ')
  return names === companies ? 'right' : `${names}, not ${companies}`
}

function judgeComparison({ insight_count, comparison }: Body, now: readonly Statement[], before: readonly Statement[]) {
  if (!comparison) return 'no comparison'
  const isRight = isNear(insight_count, now.length) && isNear(comparison.insight_count, before.length)
  return isRight ? 'right' : `${insight_count} : ${comparison.insight_count}, not ${now.length} : ${before.length}`
}

function differences(found: ReadonlySet<string>, wanted: readonly Statement[], all: readonly Statement[]): string {
  const ids = externalIds(wanted)
  const missing = wanted.filter(({ id }) => !found.has(id)).map(({ text }) => `- ${text}`)
  const extra = all.filter(({ id }) => found.has(id) && !ids.has(id)).map(({ text }) => `+ ${text}`)
  return ['', ...missing, ...extra].join('\n      ')
}

/** Quotes that no statement has, sentences without a source, and counts that are not those of the list. */
export function inventionsOf({ answer, statements }: Judged): string[] {
  if (answer.answer === null) return []
  const texts = statements.map(({ text }) => text)
  const cited: Body[] = answer.citations
  const listed = new Set<string>(answer.insight_ids)
  return [
    ...cited.filter(({ quote }) => !texts.some((text) => text.includes(quote))).map(({ quote }) => `quote “${quote}”`),
    ...cited.filter(({ id }) => !listed.has(id)).map(({ quote }) => `cited, not counted: “${quote}”`),
    ...(listed.size === answer.insight_count ? [] : [`${answer.insight_count} counted, ${listed.size} listed`]),
    ...answer.answer
      .split(/(?<=\])\. ?/)
      .filter((one: string) => one && !/\[\d+\]$/.test(one))
      .map((one: string) => `without a source: ${one}`),
  ]
}
