import type { Company, Served } from './review-server.ts'

/* A market of companies with as many reviews at each place as wanted, each about one of a few subjects. */

const subjects: [string, number][] = [
  ['exports of large workspaces fail with an error', 1],
  ['search results are fast and accurate', 5],
  ['the mobile keyboard covers the toolbar', 2],
  ['invoices show the wrong currency', 1],
  ['templates for meetings save us hours', 5],
  ['please add dark mode for presentations', 3],
  ['inviting guests needs confusing permission dialogs', 2],
  ['offline edits vanish after reconnecting', 1],
  ['customer support replies within minutes', 5],
  ['calendar integration duplicates recurring events', 2],
]

const day = 86_400_000
const newest = Date.UTC(2026, 4, 30)
const at = (n: number) => new Date(newest - n * day).toISOString()

/** The n-th thing said at a place; every third company is spoken of in another mix. */
function said(company: string, place: string, seed: number, n: number): Served {
  const [words, stars] = subjects[(n + (seed % 3) * Math.floor(n / 7)) % subjects.length]!
  return { id: `${place}${seed}n${n}`, text: `${company} : ${words}.`, stars, at: at(n) }
}

export function market(companies: number, reviews: number): Company[] {
  return Array.from({ length: companies }, (_, seed) => {
    const name = `Rival${String(seed).padStart(2, '0')}`
    const all = (place: string, count: number) => Array.from({ length: count }, (_, n) => said(name, place, seed, n))
    const answers = Math.min(5, Math.floor(reviews / 2))
    const posts = all('r', reviews - answers).map((post, n) => ({
      ...post,
      title: `About ${name}`,
      ...(n < answers && { answers: [said(name, 'c', seed, n)] }),
    }))
    return {
      name,
      domain: `rival${seed}.example.com`,
      app: String(1000 + seed),
      site: all('s', reviews),
      apple: all('a', reviews),
      hn: all('h', reviews),
      reddit: posts,
    }
  })
}

export const wanted = (companies: readonly Company[]) =>
  companies.map(({ name, domain }) => ({ name, website: domain }))
