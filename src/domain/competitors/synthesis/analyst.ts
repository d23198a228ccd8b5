import { analyze, type TextToAnalyze } from '#engine/analyze.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { meaningOf } from '#engine/vectors/joined-vector.ts'
import { corpusMean } from '#engine/embed/static-encoder.ts'
import { groupBySimilarity } from '#engine/group-similar-texts.ts'
import { insightName } from '#engine/naming/insight-name.ts'
import { centered, dotRows, matrixOf } from '#engine/vectors/matrix.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import type { ReviewFinding, Review } from './types.ts'

/** Extracts findings from reviews and compares texts. */
export type Analyst = {
  /** The findings of each review, with quotes; a review may have none. */
  read(reviews: readonly Review[]): Promise<ReviewFinding[][]>
  /** Indexes of texts about the same topic, the most typical first. */
  group(texts: readonly string[]): Promise<number[][]>
  /** For each subject the indexes of the matching texts, the most similar first. */
  match(subjects: readonly string[], texts: readonly string[]): Promise<number[][]>
}

/** Reviews are analysed by the same engine as feedback. */
export const engineAnalyst = ({ embed, read }: Pick<Embedder, 'embed' | 'read'>): Analyst => ({
  async read(reviews) {
    const found = await analyze(reviews.map(sourceOf), read)
    return found.map((list) =>
      list.map(({ name, sentiment, category, quote }) => ({
        name,
        sentiment,
        category,
        quote: quote.text.slice(0, maxQuoteLength).trim(),
      })),
    )
  },
  group: async (texts) => groupBySimilarity(texts, await embed(texts)),
  async match(subjects, texts) {
    const byWords = wordMatches(subjects, texts)
    if (subjects.length === 0 || texts.length === 0) return byWords
    const [subjectVectors, textVectors] = [centeredMatrix(await embed(subjects)), centeredMatrix(await embed(texts))]
    return subjects.map((_, n) => {
      const scored = texts.map((_, index) => ({
        index,
        similarity: dotRows(subjectVectors, n, textVectors, index),
      }))
      const bySimilarity = scored
        .filter(({ similarity }) => similarity >= minSimilarity)
        .sort((a, b) => b.similarity - a.similarity || a.index - b.index)
        .map(({ index }) => index)
      return [...new Set([...byWords[n]!, ...bySimilarity])].slice(0, maxMatches)
    })
  },
})

const maxQuoteLength = 500
const maxFindings = 4
const minSimilarity = 0.6
const centeredMatrix = (vectors: readonly Float32Array[]) => centered(matrixOf(vectors.map(meaningOf)), corpusMean())

/** A title of several words is analysed with the text, but the name comes from the text. */
const sourceOf = ({ title, content, rating }: Review): TextToAnalyze => ({
  content,
  title: title === null ? null : insightName(title),
  rating,
  max: maxFindings,
})

/** Minimum share of a text's words that must occur in the subject. */
const minWordShare = 0.6
const maxMatches = 50

/** Matches by shared words, without a model. */
export function wordMatches(subjects: readonly string[], texts: readonly string[]): number[][] {
  const words = texts.map((text) => new Set(stemmedWords(text)))
  return subjects.map((subject) => {
    const subjectWords = new Set(stemmedWords(subject))
    return words
      .map((textWords, index) => ({
        index,
        share: textWords.size < 2 ? 0 : [...textWords].filter((word) => subjectWords.has(word)).length / textWords.size,
      }))
      .filter(({ share }) => share >= minWordShare)
      .sort((a, b) => b.share - a.share || a.index - b.index)
      .slice(0, maxMatches)
      .map(({ index }) => index)
  })
}
