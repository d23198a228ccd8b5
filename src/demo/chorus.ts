import { insightName } from '#engine/names/insight-name.ts'
import { companies, firstNames, lastNames } from './content/crowd.ts'
import type { DemoContact, SegmentKey, SourceKey } from './content/kinds.ts'
import { type Curve, type Mood, type Topic } from './content/voices/topic.ts'
import { topics } from './content/voices/index.ts'
import { contacts as known } from './content/people.ts'

/* The many voices of the demo: a year of feedback put together from phrases, the same every time. */

export type Voice = {
  source: SourceKey
  contact: number
  daysAgo: number
  title?: string
  content: string
  mood: Mood
  rating: number | null
  about: Topic['about']
}

const count = 2000
const crowdSize = 190
const year = 364

function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
type Random = () => number
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!

const words: Record<string, readonly string[]> = {
  page: [
    'our roadmap',
    'the handbook',
    'the project log',
    'our price list',
    'the onboarding guide',
    'the incident log',
    'the lab journal',
    'our release checklist',
    'the shift plan',
    'the sales playbook',
    'the course outline',
    'the packing list',
  ],
  device: ['iPhone 13', 'iPhone 15', 'Pixel 7', 'Pixel 8a', 'Galaxy S22', 'Galaxy A54', 'Fairphone 5'],
  tablet: ['iPad Air', 'iPad mini', 'Galaxy Tab'],
  browser: ['Firefox', 'Chrome'],
  browser2: ['Safari', 'Edge'],
  word: ['“torque”', 'an article number', '“Q3 budget”', 'a serial number', '“allergen”'],
  month: ['January', 'March', 'May', 'September', 'October', 'November'],
  n: ['300', '1,200', '4,000', '900', '650', '2,500'],
  gb: ['12', '30', '45'],
  years: ['two', 'three', 'four', 'five'],
}

const choice = /\[([^[\]]*)\]|<(\w+)>/

/** One of the many ways to say it. */
function spoken(random: Random, phrase: string): string {
  let text = phrase
  for (let found = choice.exec(text); found; found = choice.exec(text)) {
    const chosen = found[2] ? pick(random, words[found[2]]!) : pick(random, found[1]!.split('|'))
    text = text.slice(0, found.index) + chosen + text.slice(found.index + found[0].length)
  }
  return text.replace(/([.?!])\./g, '$1').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

const inside = (random: Random, from: number, to: number) =>
  Math.min(year, Math.max(0, Math.floor(from + random() * (to - from))))
const days: Record<Curve, (random: Random) => number> = {
  steady: (random) => inside(random, 0, year),
  rising: (random) => Math.floor(year * random() ** 1.5),
  new: (random) => Math.floor(150 * random() ** 1.35),
  falling: (random) => Math.floor(year * random() ** 0.5),
  gone: (random) => inside(random, 42, year),
  burst: (random) => (random() < 0.6 ? inside(random, 60, 100) : inside(random, 0, year)),
}

const everywhere: readonly SourceKey[] = ['zendesk', 'intercom', 'slack', 'app_store', 'survey', 'survey']
const ratings: Record<Mood, readonly number[]> = {
  angry: [1, 1, 2, 2, 3],
  asks: [3, 4, 4],
  likes: [5, 5, 4],
  plain: [3, 4],
}
const titles: Record<Mood, readonly string[]> = {
  angry: [
    'Disappointed',
    'Please fix',
    'Used to be good',
    'Not any more',
    'Frustrating',
    'So close',
    'Sad',
    'Update ruined it',
    'Needs work',
    'Why?',
  ],
  asks: ['Almost perfect', 'One wish', 'Good, but', 'Please add this', 'Nice, missing one thing', 'Suggestion'],
  likes: ['Great', 'My second brain', 'Love it', 'Best of its kind', 'Daily companion', 'Highly recommended'],
  plain: ['Ok', 'Fine', 'Does the job'],
}
const greetings = ['Hello,\n\n', 'Hi team,\n\n', 'Good morning,\n\n', '', '', '']
const hails = ['Hi! ', 'Hey, ', 'Hello, ', '', '', '', '']
const bridges = ['One more thing: ', 'Also: ', 'And while I am writing: ', 'By the way, ']

function drawTopic(random: Random): Topic {
  const total = topics.reduce((sum, topic) => sum + topic.weight, 0)
  let left = random() * total
  return topics.find((topic) => (left -= topic.weight) < 0) ?? topics.at(-1)!
}

const lower = (text: string) => text.replace(/^(?!I\b)\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase())

/** As people write in that place. */
function written(random: Random, source: SourceKey, sentences: readonly string[], name: string): string {
  const text = sentences.join(' ')
  if (source === 'slack') return random() < 0.7 ? lower(text).replace(/\.$/, '') : text
  const hail = pick(random, hails)
  if (source === 'intercom') return `${hail}${hail.endsWith(', ') ? lower(text) : text}`
  if (source === 'zendesk')
    return `${pick(random, greetings)}${text}${random() < 0.4 ? `\n\nBest regards\n${name}` : ''}`
  return text
}

function voiceOf(random: Random, contacts: readonly DemoContact[]): Voice {
  const topic = drawTopic(random)
  const source = pick(random, topic.sources ?? everywhere)
  const contact =
    source === 'app_store' || topic.key === 'free'
      ? pick(random, free(contacts))
      : pick(random, source === 'zendesk' ? paying(contacts) : [...contacts.keys()])
  const first = spoken(random, pick(random, topic.says))
  const sentences = [
    first,
    ...(random() < (source === 'survey' ? 0.25 : 0.45) ? [spoken(random, pick(random, topic.adds))] : []),
  ]
  if (source !== 'app_store' && random() < 0.12)
    sentences.push(`${pick(random, bridges)}${lower(spoken(random, pick(random, drawTopic(random).says)))}`)
  const name = contacts[contact]!.name.split(' (')[0]!
  return {
    source,
    contact,
    daysAgo: days[topic.curve](random),
    mood: topic.mood,
    about: topic.about,
    content: written(random, source, sentences, name),
    rating: source === 'app_store' ? pick(random, ratings[topic.mood]) : null,
    ...(source === 'app_store' && { title: pick(random, titles[topic.mood]) }),
    ...(source === 'zendesk' && { title: subjectOf(first) }),
  }
}

const subjectOf = (sentence: string) =>
  sentence.length <= 80 ? sentence.replace(/[.!?]+$/, '') : insightName(sentence)

const places = (contacts: readonly DemoContact[], wanted: (contact: DemoContact) => boolean) =>
  [...contacts.keys()].filter((place) => wanted(contacts[place]!))
const free = (contacts: readonly DemoContact[]) => places(contacts, ({ company }) => company.plan === 'free')
const paying = (contacts: readonly DemoContact[]) => places(contacts, ({ company }) => company.plan !== 'free')

const segmentOf: Record<string, SegmentKey> = {
  enterprise: 'enterprise',
  team: 'startup',
  education: 'education',
  free: 'free',
}

/** The people of the demo, first those it knows by name. */
export function crowd(): readonly DemoContact[] {
  const random = numbers(41)
  const taken = new Set(known.map(({ email }) => email))
  const people: DemoContact[] = [...known]
  while (people.length < known.length + crowdSize) {
    const [first, last] = [pick(random, firstNames), pick(random, lastNames)]
    const email = `${first}.${last}@example.com`
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replaceAll('ø', 'o')
    if (taken.has(email)) continue
    taken.add(email)
    const firm = random() < 0.68 ? pick(random, companies) : undefined
    const plan = firm?.plan ?? 'free'
    people.push({
      name: firm ? `${first} ${last} (${firm.name})` : `${first} ${last}`,
      email,
      country: firm?.country ?? pick(random, companies).country,
      company: firm ? { name: firm.name, plan } : { plan },
      segments: [segmentOf[plan]!],
    })
  }
  return people
}

/** No two of them in the same words. */
export function chorus(contacts: readonly DemoContact[]): Voice[] {
  const random = numbers(1971)
  const said = new Set<string>()
  const voices: Voice[] = []
  while (voices.length < count) {
    const voice = voiceOf(random, contacts)
    const words = voice.content.toLowerCase()
    if (said.has(words)) continue
    said.add(words)
    voices.push(voice)
  }
  return voices
}
