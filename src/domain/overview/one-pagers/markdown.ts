import type { OnePagerTexts } from '#i18n/texts.ts'
import type { OnePager } from './document.ts'
import { plainLine, quotedLines } from './escape-markdown.ts'
import { dayIn, withValues, moneyIn, numberIn, sourceIn, textsIn, valueIn } from './words.ts'

type Fact = [label: string, value: string | null]

function reachFacts({ numbers, language }: OnePager, texts: OnePagerTexts): Fact[] {
  const reach = numbers.account_reach
  if (!reach) return []
  const { account_count, yearly_revenue, currency, revenue_account_count: known } = reach
  const amount = moneyIn(language, yearly_revenue, currency)
  const revenue =
    known === account_count
      ? amount
      : withValues(texts.ofAccounts, { amount, known: `${known}`, all: `${account_count}` })
  return [
    [texts.accounts, numberIn(language, account_count)],
    [texts.revenue, known > 0 ? revenue : null],
  ]
}

/** Label and value of each number, as the pages show them. */
export function factsOf(document: OnePager): [string, string][] {
  const { numbers, language, status, horizon, impact_score, score } = document
  const texts = textsIn(language)
  const { positive, negative, neutral } = numbers.sentiment_breakdown
  const { first_insight_at: first, last_insight_at: last } = numbers
  const sentiments = { positive: `${positive}`, negative: `${negative}`, neutral: `${neutral}` }
  const facts: Fact[] = [
    [texts.status, status && valueIn(texts, 'status', status)],
    [texts.horizon, horizon && valueIn(texts, 'horizon', horizon)],
    [texts.insights, numberIn(language, numbers.insight_count)],
    [texts.people, numberIn(language, numbers.contact_count)],
    ...reachFacts(document, texts),
    [texts.sentiment, numbers.insight_count > 0 ? withValues(texts.sentiments, sentiments) : null],
    [texts.trend, numbers.trend && valueIn(texts, 'trend', numbers.trend)],
    [
      texts.period,
      first && last && withValues(texts.periodOf, { first: dayIn(language, first), last: dayIn(language, last) }),
    ],
    [texts.impact, impact_score === null ? null : numberIn(language, impact_score)],
    [texts.score, score === null ? null : numberIn(language, score)],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
}

/** Who said it, where and when. */
export const saidBy = ({ person, company, source, occurred_at }: OnePager['quotes'][number], language: 'en' | 'de') =>
  [[person, company].filter(Boolean).join(', '), source && sourceIn(source), dayIn(language, occurred_at)]
    .filter(Boolean)
    .join(' · ')

const section = (heading: string, body: string) => (body === '' ? [] : [`## ${heading}`, body])

/** The document as Markdown; a part without content has no heading. */
export function onePagerMarkdown(document: OnePager): string {
  const { kind, title, summary, language, generated_at, url } = document
  const texts = textsIn(language)
  const quotes = document.quotes.map(
    (quote) => `${quotedLines(quote.text)}\n>\n> — ${plainLine(saidBy(quote, language))}`,
  )
  const linked = document.linked.map(
    (one) =>
      `- ${texts[`kind_${one.kind}`]}: [${plainLine(one.title)}](${one.url})` +
      (one.status === null ? '' : ` (${valueIn(texts, 'status', one.status)})`),
  )
  const numbers = factsOf(document).map(([label, value]) => `- **${label}:** ${value}`)
  return (
    [
      `# ${plainLine(title)}`,
      `*${texts[`kind_${kind}`]} · ${dayIn(language, generated_at)}*`,
      plainLine(summary),
      ...section(texts.numbers, `${numbers.join('\n')}\n\n${document.how_counted.map(plainLine).join(' ')}`),
      ...section(texts.quotes, quotes.join('\n\n')),
      ...document.sections.flatMap(({ title: heading, content }) => section(plainLine(heading), content.trim())),
      ...section(texts.linked, linked.join('\n')),
      `[${texts.open}](${url})`,
    ].join('\n\n') + '\n'
  )
}
