import texts from './answer-texts.json' with { type: 'json' }
import type { QuestionLanguage } from './translate-question.ts'

/* What an answer is written with, in the language of the question. */

export const answerTexts = (language: QuestionLanguage) => texts[language]

/** The text with its placeholders filled; others stay. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))

/** The singular for one, the plural otherwise. */
export const counted = ([one, other]: readonly string[], n: number): string => (n === 1 ? one! : other!)
