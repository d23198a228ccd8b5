import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import { readItemSets } from '../eval/items/read-items.ts'

/* The labelled statements of training/, and the points of its items; the formats are in training/README.md. */

export type LabelledText = { text: string; sentiment: Sentiment; category: Category }

const trainingFolder = join(import.meta.dirname, '../../training')
const sentimentOf: Record<string, Sentiment> = { '-': 'NEGATIVE', '0': 'NEUTRAL', '+': 'POSITIVE' }
const categoryOf: Record<string, Category> = {
  BUG: 'BUGS_AND_ERRORS',
  USE: 'USABILITY_ISSUES',
  PAIN: 'PAIN_POINTS',
  FEAT: 'FEATURE_REQUESTS',
  LOVE: 'DELIGHTS',
  GEN: 'GENERAL_FEEDBACK',
}
const statementLine = /^([-0+]) (BUG|USE|PAIN|FEAT|LOVE|GEN)\s*\|\s*(.+)$/

/** Lines that begin with `#` name the product and its topics; in a file with a line that begins with `!`, square brackets are text. */
export function readStatements(content: string): LabelledText[] {
  const lines = content.split('\n').map((line) => line.trim())
  const isMarked = !lines.some((line) => line.startsWith('! '))
  return lines.flatMap((line, n) => {
    if (line === '' || /^(?:##?|!) /.test(line)) return []
    const [, sentiment, category, text] = statementLine.exec(line) ?? []
    if (!text) throw new Error(`line ${n + 1} is not a statement: ${line}`)
    return [
      {
        text: isMarked ? text.replace(/[[\]]/g, '') : text,
        sentiment: sentimentOf[sentiment!]!,
        category: categoryOf[category!]!,
      },
    ]
  })
}

export function trainingStatements(): LabelledText[] {
  const folder = join(trainingFolder, 'statements')
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readStatements(readFileSync(join(folder, file), 'utf8')))
}

export const trainingPoints = (): LabelledText[] =>
  readItemSets([join(trainingFolder, 'items')]).flatMap(({ items }) =>
    items.flatMap(({ gold }) => gold.map(({ text, sentiment, category }) => ({ text, sentiment, category }))),
  )

/** Statements said in other languages, with the labels of the original. */
export function trainingTranslations(statements: readonly LabelledText[]): LabelledText[] {
  const folder = join(trainingFolder, 'translations')
  const byText = new Map(statements.map((one) => [one.text, one]))
  return readdirSync(folder)
    .sort()
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [english, text] = line.split('\t')
          const original = byText.get(english!.trim())
          return original && text ? [{ ...original, text: text.trim() }] : []
        }),
    )
}
