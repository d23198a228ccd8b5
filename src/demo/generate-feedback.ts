import { insightName } from '#engine/naming/insight-name.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { companies, namedContacts, names, phrases, topics } from './content.ts'
import type { DemoContact, Mood, SegmentKey, SourceKey, Topic } from './content-shapes.ts'

/* Generates a year of demo feedback from phrase templates; deterministic. */

type GeneratedItem = {
  source: SourceKey
  contact: number
  daysAgo: number
  title?: string
  content: string
  mood: Mood
  rating: number | null
  about: Topic['about']
}

const itemCount = 2000
const generatedContacts = 190
const daysPerYear = 364

type Random = () => number
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

const choice = /\[([^[\]]*)\]|<(\w+)>/

/** Replaces every choice and placeholder of a phrase by a random alternative. */
function expandPhrase(random: Random, phrase: string): string {
  let text = phrase
  for (let match = choice.exec(text); match; match = choice.exec(text)) {
    const chosen = match[2] ? pick(random, phrases.placeholders[match[2]]!) : pick(random, match[1]!.split('|'))
    text = text.slice(0, match.index) + chosen + text.slice(match.index + match[0].length)
  }
  return text.replace(/([.?!])\./g, '$1').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

const dayBetween = (random: Random, from: number, to: number) =>
  Math.min(daysPerYear, Math.max(0, Math.floor(from + random() * (to - from))))
const randomDay: Record<Topic['curve'], (random: Random) => number> = {
  steady: (random) => dayBetween(random, 0, daysPerYear),
  rising: (random) => Math.floor(daysPerYear * random() ** 1.5),
  new: (random) => Math.floor(150 * random() ** 1.35),
  falling: (random) => Math.floor(daysPerYear * random() ** 0.5),
  gone: (random) => dayBetween(random, 42, daysPerYear),
  burst: (random) => (random() < 0.6 ? dayBetween(random, 60, 100) : dayBetween(random, 0, daysPerYear)),
}

const defaultSources: readonly SourceKey[] = ['zendesk', 'intercom', 'slack', 'app_store', 'survey', 'survey']
const ratings: Record<Mood, readonly number[]> = {
  angry: [1, 1, 2, 2, 3],
  asks: [3, 4, 4],
  likes: [5, 5, 4],
  plain: [3, 4],
}
function drawTopic(random: Random): Topic {
  const total = topics.reduce((sum, topic) => sum + topic.weight, 0)
  let left = random() * total
  return topics.find((topic) => (left -= topic.weight) < 0) ?? topics.at(-1)!
}

const lowercaseFirst = (text: string) => text.replace(/^(?!I\b)\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase())

/** Applies the style of the channel: greetings, signature, capitalization. */
function formatForSource(random: Random, source: SourceKey, sentences: readonly string[], name: string): string {
  const text = sentences.join(' ')
  if (source === 'slack') return random() < 0.7 ? lowercaseFirst(text).replace(/\.$/, '') : text
  const salutation = pick(random, phrases.salutations)
  if (source === 'intercom') return `${salutation}${salutation.endsWith(', ') ? lowercaseFirst(text) : text}`
  if (source === 'zendesk')
    return `${pick(random, phrases.greetings)}${text}${random() < 0.4 ? `\n\nBest regards\n${name}` : ''}`
  return text
}

function generateItem(random: Random, contacts: readonly DemoContact[]): GeneratedItem {
  const topic = drawTopic(random)
  const source = pick(random, topic.sources ?? defaultSources)
  const contact = pick(random, candidatesFor(source, topic, contacts))
  const first = expandPhrase(random, pick(random, topic.says))
  const sentences = [
    first,
    ...(random() < (source === 'survey' ? 0.25 : 0.45) ? [expandPhrase(random, pick(random, topic.adds))] : []),
  ]
  if (source !== 'app_store' && random() < 0.12)
    sentences.push(
      pick(random, phrases.connectors) + lowercaseFirst(expandPhrase(random, pick(random, drawTopic(random).says))),
    )
  const name = contacts[contact]!.name.split(' (')[0]!
  return {
    source,
    contact,
    daysAgo: randomDay[topic.curve](random),
    mood: topic.mood,
    about: topic.about,
    content: formatForSource(random, source, sentences, name),
    rating: source === 'app_store' ? pick(random, ratings[topic.mood]) : null,
    ...(source === 'app_store' && { title: pick(random, phrases.titles[topic.mood]) }),
    ...(source === 'zendesk' && { title: subjectOf(first) }),
  }
}

function candidatesFor(source: SourceKey, topic: Topic, contacts: readonly DemoContact[]): number[] {
  if (source === 'app_store' || topic.key === 'free') return freeContacts(contacts)
  return source === 'zendesk' ? payingContacts(contacts) : [...contacts.keys()]
}

const subjectOf = (sentence: string) =>
  sentence.length <= 80 ? sentence.replace(/[.!?]+$/, '') : insightName(sentence)

const indexesWhere = (contacts: readonly DemoContact[], matches: (contact: DemoContact) => boolean) =>
  [...contacts.keys()].filter((index) => matches(contacts[index]!))
const freeContacts = (contacts: readonly DemoContact[]) =>
  indexesWhere(contacts, ({ company }) => company.plan === 'free')
const payingContacts = (contacts: readonly DemoContact[]) =>
  indexesWhere(contacts, ({ company }) => company.plan !== 'free')

const segmentOf: Record<string, SegmentKey> = {
  enterprise: 'enterprise',
  team: 'startup',
  education: 'education',
  free: 'free',
}

/** All contacts of the demo; the named ones come first. */
export function generateContacts(): readonly DemoContact[] {
  const random = seededRandom(41)
  const usedEmails = new Set(namedContacts.map(({ email }) => email))
  const people: DemoContact[] = [...namedContacts]
  while (people.length < namedContacts.length + generatedContacts) {
    const [first, last] = [pick(random, names.first), pick(random, names.last)]
    const email = `${first}.${last}@example.com`
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replaceAll('ø', 'o')
    if (usedEmails.has(email)) continue
    usedEmails.add(email)
    const company = random() < 0.68 ? pick(random, companies) : undefined
    const plan = company?.plan ?? 'free'
    people.push({
      name: company ? `${first} ${last} (${company.name})` : `${first} ${last}`,
      email,
      country: company?.country ?? pick(random, companies).country,
      company: company ? { name: company.name, plan } : { plan },
      segments: [segmentOf[plan]!],
    })
  }
  return people
}

/** Generated items without duplicate texts. */
export function generateFeedback(contacts: readonly DemoContact[]): GeneratedItem[] {
  const random = seededRandom(1971)
  const seenTexts = new Set<string>()
  const items: GeneratedItem[] = []
  while (items.length < itemCount) {
    const item = generateItem(random, contacts)
    const text = item.content.toLowerCase()
    if (seenTexts.has(text)) continue
    seenTexts.add(text)
    items.push(item)
  }
  return items
}
