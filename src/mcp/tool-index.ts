import words from './tool-words.json' with { type: 'json' }
import { type BoundTool, derivedToolName } from './tools.ts'

/*
 * Which tools fit a request in plain words. A word of the request and those of tools that mean the same are one
 * concept: a tool has it by the best of them, and it counts the more the fewer tools have it.
 */

const inName = 4
const inTitle = 2
const inDescription = 0.8
/** Of a synonym of a word of the request: it is less sure. */
const synonymWeight = 0.8
/** Of a word that is part of a phrase: “net” says little in “net promoter”. */
const partWeight = 0.5
/** The same is mostly also an operation of its own, which is the easier one to call. */
const actionWeight = 0.8
/** A question asks for something to read. */
const writeInQuestion = 0.6
const question = /^\s*(?:which|what|who|whose|when|where|why|how|did|do|does|is|are|was|were|has|have)\b/i
/** Of a tool none of whose name was asked for. */
const leastShare = 0.5

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<=ss|x|ch)es$|(?<=[^s]{2}[^su])s$/, '')
const stem = (word: string) => singular(word).replace(/(?<=\w{3})(?:ing|ed|e)$/, '')
const stemsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem)
const textOf = (stems: readonly string[]) => ` ${stems.join(' ')} `

const ignored = new Set(words.ignored.flatMap(stemsOf))
type Synonym = { other: string; meant: string[] }
/** From other words, as stems, to those of tools. */
const synonyms: Synonym[] = [words.operation, words.subject].flatMap((group) =>
  Object.entries(group).flatMap(([meant, others]) =>
    others.map((other) => ({ other: textOf(stemsOf(other)), meant: stemsOf(meant) })),
  ),
)

type Meaning = { stems: string[]; weight: number }
type Concept = { meanings: Meaning[]; weight: number }
type Indexed = { bound: BoundTool; weights: Map<string, number>; name: string[] }

/** The concepts of a request: its words, and the phrases that have a meaning of their own. */
function conceptsOf(query: string): Concept[] {
  const asked = stemsOf(query)
  const text = textOf(asked)
  const found = Map.groupBy(
    synonyms.filter(({ other }) => text.includes(other)),
    ({ other }) => other.trim(),
  )
  const phrases = [...found.keys()].filter((other) => other.includes(' '))
  const inPhrase = new Set(phrases.flatMap((phrase) => phrase.split(' ')))
  const single = [...new Set(asked)].filter((word) => !ignored.has(word) || found.has(word))
  return [...single, ...phrases].map((one) => ({
    meanings: [
      { stems: one.split(' '), weight: 1 },
      ...(found.get(one) ?? []).map(({ meant }) => ({ stems: meant, weight: synonymWeight })),
    ],
    weight: inPhrase.has(one) ? partWeight : 1,
  }))
}

export class ToolIndex {
  readonly #tools: readonly Indexed[]
  constructor(tools: Iterable<BoundTool>) {
    this.#tools = [...tools].map(indexed)
  }

  /** The best first. */
  search(query: string, isWanted: (bound: BoundTool) => boolean, max: number): BoundTool[] {
    const isQuestion = question.test(query)
    const concepts = conceptsOf(query).map((concept) => ({ ...concept, rarity: this.#rarity(concept) }))
    return this.#tools
      .filter(({ bound }) => isWanted(bound))
      .map((tool) => ({
        bound: tool.bound,
        score:
          concepts.reduce((sum, { rarity, ...concept }) => sum + rarity * weightIn(tool, concept), 0) *
          shareOf(tool, concepts) *
          (tool.bound.operation.action === undefined ? 1 : actionWeight) *
          (isQuestion && tool.bound.tool.annotations?.readOnlyHint !== true ? writeInQuestion : 1),
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, max)
      .map(({ bound }) => bound)
  }

  #rarity(concept: Concept): number {
    const having = this.#tools.filter((tool) => weightIn(tool, concept) > inDescription).length
    return Math.log(1 + this.#tools.length / (1 + having))
  }
}

const meaningIn = ({ weights }: Indexed, { stems, weight }: Meaning) =>
  (weight * stems.reduce((sum, one) => sum + (weights.get(one) ?? 0), 0)) / stems.length

const weightIn = (tool: Indexed, { meanings, weight }: Concept) =>
  weight * Math.max(...meanings.map((meaning) => meaningIn(tool, meaning)))

/** How much of its name was asked for: `list_themes` is closer to “themes” than `list_theme_insights`. */
function shareOf({ name }: Indexed, concepts: readonly Concept[]): number {
  const asked = new Set(concepts.flatMap(({ meanings }) => meanings.flatMap(({ stems }) => stems)))
  return leastShare + name.filter((part) => asked.has(part)).length / name.length
}

function indexed(bound: BoundTool): Indexed {
  const { name, title = '' } = bound.tool
  const weights = new Map<string, number>()
  const put = (text: string, weight: number) => stemsOf(text).forEach((one) => weights.set(one, weight))
  put(bound.operation.route.description ?? '', inDescription)
  put(title, inTitle)
  const parts = derivedToolName(bound.operation).replaceAll('_', ' ')
  put(`${parts} ${name.replaceAll('_', ' ')}`, inName)
  return { bound, weights, name: stemsOf(parts) }
}
