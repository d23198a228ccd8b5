import assert from 'node:assert/strict'
import { site, visit } from './site.ts'

/* Sixty rows of a bicycle rental firm: companies on three plans, their people, and what they say of two subjects. */

type Row = { id: string }

export async function post<T extends Row>(path: string, data: unknown): Promise<T> {
  const reply = await visit.context.request.post(`/app/v1${path}`, {
    data,
    headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
  })
  assert.ok(reply.ok(), await reply.text())
  return (await reply.json()) as T
}

const plans = ['starter', 'team', 'enterprise']
/** Each later company pays more, but for the one that pays most of all and complains about nothing. */
const companies = Array.from({ length: 15 }, (_, n) => ({
  name: `Rental ${String(n + 1).padStart(2, '0')}`,
  plan: plans[n % plans.length]!,
  amount: n === 14 ? 90_000 : 1000 * (n + 1),
}))

const subjects = [
  { theme: 'Bike locks', words: 'The lock of bike' },
  { theme: 'Helmet sizes', words: 'The helmet of bike' },
]

/**
 * Of the first fourteen companies each complains about locks, the first ten twice, and the first eight about helmets as
 * well; the last one praises helmets.
 */
const statementsOf = (n: number) => [...(n < 14 ? [0] : []), ...(n < 10 ? [0] : []), ...(n < 8 || n === 14 ? [1] : [])]

type Theme = Row & { name: string }

export async function createCompanies() {
  const themes: Theme[] = []
  for (const { theme } of subjects) themes.push(await post('/themes', { name: theme }))
  const insights: (Row & { name: string; themeId: string })[] = []
  for (const [n, { name, plan, amount }] of companies.entries()) {
    const revenue = { amount, currency: 'EUR', period: 'year' }
    const domain = `${name.replace(' ', '-').toLowerCase()}.example`
    await post('/accounts', { name, plan, revenue, domains: [domain] })
    const contact = await post('/contacts', { name: `Ana of ${name}`, email: `ana@${domain}` })
    for (const [number, subject] of statementsOf(n).entries()) {
      const title = `${subjects[subject]!.words} ${n + 1}.${number + 1} is wrong`
      const { id } = await post('/insights', {
        name: title,
        sentiment: n === 14 ? 'POSITIVE' : 'NEGATIVE',
        category: 'PAIN_POINTS',
        theme_ids: [themes[subject]!.id],
        contact_id: contact.id,
      })
      insights.push({ id, name: title, themeId: themes[subject]!.id })
    }
  }
  return { themes: themes as [Theme, Theme], insights }
}
