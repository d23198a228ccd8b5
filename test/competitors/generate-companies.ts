import type { Company, ServedReview } from './review-server.ts'

/* Generates companies with a fixed number of reviews per source, each about one of a few topics. */

const topics: [string, number][] = [
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

const dayMs = 86_400_000
const newest = Date.UTC(2026, 4, 30)
const daysBeforeNewest = (n: number) => new Date(newest - n * dayMs).toISOString()

/** The n-th review at a source; the mix of topics repeats every three companies. */
function createReview(company: string, source: string, seed: number, n: number): ServedReview {
  const [topic, stars] = topics[(n + (seed % 3) * Math.floor(n / 7)) % topics.length]!
  return { id: `${source}${seed}n${n}`, text: `${company} : ${topic}.`, stars, at: daysBeforeNewest(n) }
}

export function generateCompanies(companies: number, reviews: number): Company[] {
  return Array.from({ length: companies }, (_, seed) => {
    const name = `Rival${String(seed).padStart(2, '0')}`
    const reviewsOf = (source: string, count: number) =>
      Array.from({ length: count }, (_, n) => createReview(name, source, seed, n))
    const replyCount = Math.min(5, Math.floor(reviews / 2))
    const posts = reviewsOf('r', reviews - replyCount).map((post, n) => ({
      ...post,
      title: `About ${name}`,
      ...(n < replyCount && { replies: [createReview(name, 'c', seed, n)] }),
    }))
    return {
      name,
      domain: `rival${seed}.example.com`,
      app: String(1000 + seed),
      site: reviewsOf('s', reviews),
      apple: reviewsOf('a', reviews),
      hn: reviewsOf('h', reviews),
      reddit: posts,
    }
  })
}

export const researchInput = (companies: readonly Company[]) =>
  companies.map(({ name, domain }) => ({ name, website: domain }))
