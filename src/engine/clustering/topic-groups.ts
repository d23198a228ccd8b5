import { phraseCandidates } from '#engine/naming/group-phrases.ts'
import type { MemberInLanguage, Naming } from '#engine/naming/naming.ts'
import { keyOfWords } from '#engine/naming/noun-phrases.ts'
import { sentenceCase } from '#engine/naming/sentence-case.ts'
import { usualTopics } from '#engine/naming/shared-topics.ts'
import { topicNamesIn, topicsIn } from '#engine/naming/topic-bank.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import {
  MAX_TOPIC_USE,
  MIN_TOPIC_FIT,
  MIN_TOPIC_GROUP_OPEN,
  MIN_UNUSUAL_TOPIC_FIT,
  TOPIC_FIT_NAME,
} from '#engine/thresholds/themes.ts'
import { dotRows, matrixOf, type Matrix, rowOf } from '#engine/vectors/matrix.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import type { FoundTheme } from './discover-themes.ts'
import { mixedSimilarities } from './mixed-similarity.ts'
import { sampleRows } from './sample-rows.ts'
import type { InsightVector } from './types.ts'

/* Groups of insights that use the words of one topic: what too few similar ones surround to be found by similarity. */

/**
 * `vector`: of its name, a row of `vectors`; `users`: rows of the insights that use its words; `isUsual`: not one that
 * only other kinds of products have.
 */
type Topic = { name: string; vectors: Matrix; vector: number; users: number[]; isUsual: boolean }
/** `fits`: of its users that are about it, how well. */
type FittedTopic = { name: string; users: number; fits: Map<number, number> }
type Compared = { members: readonly MemberInLanguage[]; vectors: Matrix; similarities: Matrix }

/**
 * Only of the insights that are open, though the others say what a topic is too; the group with most insights first.
 * `vectors` are centered.
 */
export async function topicGroups(
  { insights, vectors }: { insights: readonly InsightVector[]; vectors: Matrix },
  isOpen: (row: number) => boolean,
  minSize: number,
  naming: Naming,
): Promise<FoundTheme[]> {
  const rows = sampleRows(insights.length)
  const sampled = matrixOf(
    rows.map((row) => rowOf(vectors, row)),
    vectors.width,
  )
  const members = rows.map((row): MemberInLanguage => {
    const { quote, name, mention, area } = insights[row]!
    const text = quote ?? name
    return { text, mention, area, group: 0, language: detectLanguage(text) ?? 'en' }
  })
  await yieldToEventLoop()
  const topics = [...(await usedBankTopics(members, naming)), ...(await usedPhrases(members, naming))]
  const compared = { members, vectors: sampled, similarities: await mixedSimilarities(sampled, members) }
  const fitted = topics.filter(({ users }) => users.length >= minSize).map((topic) => fittedTopic(topic, compared))
  return chosenGroups(fitted, (row) => isOpen(rows[row]!), minSize).map(({ name, insights: own }) => ({
    name,
    area: null,
    insights: own.map((row) => rows[row]!),
  }))
}

async function usedBankTopics(members: readonly MemberInLanguage[], naming: Naming): Promise<Topic[]> {
  const used = members.map(({ text, language }) => topicsIn(text, language))
  const isUsual = usualTopics(used)
  const vectors = await naming.embedPhrases(topicNamesIn('en'))
  return topicNamesIn(naming.language).map((name, topic) => ({
    name,
    vectors,
    vector: topic,
    users: rowsWhere(used, (own) => own.has(topic)),
    isUsual: isUsual(topic),
  }))
}

async function usedPhrases(members: readonly MemberInLanguage[], naming: Naming): Promise<Topic[]> {
  const phrases = phraseCandidates(members, naming.language)
  const vectors = await naming.embedPhrases(phrases.map(({ name }) => name))
  const texts = members.map(({ text }) => ` ${keyOfWords(text)} `)
  return phrases
    .map(({ name, key }, vector) => ({
      name: sentenceCase(name),
      vectors,
      vector,
      users: rowsWhere(texts, (text) => text.includes(` ${key} `)),
      isUsual: true,
    }))
    .filter(({ users }) => users.length <= MAX_TOPIC_USE * members.length)
}

const rowsWhere = <Item>(items: readonly Item[], test: (item: Item) => boolean): number[] =>
  items.flatMap((item, row) => (test(item) ? [row] : []))

/** A user is about the topic if it is similar to the other users, and to its name. */
function fittedTopic(
  { name, vectors: names, vector, users, isUsual }: Topic,
  { vectors, similarities }: Compared,
): FittedTopic {
  const min = isUsual ? MIN_TOPIC_FIT : MIN_UNUSUAL_TOPIC_FIT
  const fits = new Map<number, number>()
  for (const row of users) {
    const others = users.filter((other) => other !== row)
    const sum = others.reduce((all, other) => all + similarities.data[row * similarities.width + other]!, 0)
    const toOthers = sum / Math.max(1, others.length)
    const toName = dotRows(names, vector, vectors, row)
    const fit = toOthers + TOPIC_FIT_NAME * toName
    if (toOthers >= min.others && toName >= min.name && fit >= min.all) fits.set(row, fit)
  }
  return { name, users: users.length, fits }
}

/** One after the other the topic that fits most of what is left; most of what uses its words must be left. */
function chosenGroups(topics: readonly FittedTopic[], isOpen: (row: number) => boolean, minSize: number) {
  const taken = new Set<number>()
  const chosen: { name: string; insights: number[] }[] = []
  for (;;) {
    let best: { name: string; insights: number[]; fit: number } | undefined
    for (const { name, users, fits } of topics) {
      const insights = [...fits.keys()].filter((row) => isOpen(row) && !taken.has(row))
      if (insights.length < minSize || insights.length < MIN_TOPIC_GROUP_OPEN * users) continue
      const fit = insights.reduce((all, row) => all + fits.get(row)!, 0)
      if (!best || fit > best.fit) best = { name, insights, fit }
    }
    if (!best) return chosen.sort((a, b) => b.insights.length - a.insights.length)
    chosen.push(best)
    for (const row of best.insights) taken.add(row)
  }
}
