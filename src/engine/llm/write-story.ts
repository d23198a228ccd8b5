import type { CitedText } from '#engine/story/types.ts'
import { addressesModel } from './addresses-model.ts'
import {
  type CitableEvidence,
  type CitableInsight,
  citationRules,
  type CitedSentence,
  countsOf,
  readSentences,
  sentenceSchema,
  shownInsights,
  quotedTexts,
} from './cited-sentences.ts'
import {
  MAX_NARRATIVE_SENTENCES,
  MAX_SENTENCE_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_PROMPT_STATEMENT_LENGTH,
} from '#engine/thresholds/language-model.ts'
import { verifyText } from './verify-text.ts'

/* The words of an evidence story; its quotes, counts and counter-evidence stay those of the analysis. */

export type StoryText = { title: string; narrative: CitedText[]; key_findings: CitedText[] }

export const storySchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    narrative: { type: 'array', items: sentenceSchema },
    key_findings: { type: 'array', items: sentenceSchema },
  },
  required: ['title', 'narrative', 'key_findings'],
  additionalProperties: false,
}

export const storySystem =
  'You write the evidence story of a product decision from insights of customer feedback: a title, a narrative of ' +
  `three to ${MAX_NARRATIVE_SENTENCES} sentences that begins with what is said most, and the key findings, one ` +
  `sentence each. ${citationRules}`

/** Leaves out insights that address a model or are very long. */
export const isShowable = ({ name, quote }: CitableInsight) =>
  (quote ?? name).length <= MAX_PROMPT_STATEMENT_LENGTH && !addressesModel(quote ?? name)

export const storyPrompt = ({ shown, all }: CitableEvidence) =>
  JSON.stringify({ counts_of_all: countsOf(all), insights: shownInsights(shown) })

/** Undefined when any part of it is refused. */
export function readStory(answer: unknown, evidence: CitableEvidence): StoryText | undefined {
  const { title, narrative, key_findings } = (answer ?? {}) as Partial<Record<keyof StoryText, unknown>>
  const { all } = evidence
  const counts = { own: countsOf(all), all: countsOf(all) }
  const heading = verifyText(title, { texts: quotedTexts(all), counts }, { maxLength: MAX_TITLE_LENGTH, quotes: false })
  const limits = { max: MAX_NARRATIVE_SENTENCES, maxLength: MAX_SENTENCE_LENGTH }
  const sentences = readSentences(narrative, evidence, limits)
  const findings = readSentences(key_findings, evidence, limits)
  if ('refused' in heading || !sentences || !findings) return undefined
  return { title: heading.text, narrative: sentences.map(toCitedText), key_findings: findings.map(toCitedText) }
}

const toCitedText = ({ text, cited }: CitedSentence<CitableInsight>): CitedText => ({
  text,
  insight_ids: cited.map(({ id }) => id),
})
