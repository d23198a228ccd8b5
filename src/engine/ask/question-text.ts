/* The text of a question while it is read: what was understood is blanked out, and the rest is the topic. */

/** A part of the question, and what it means. */
export type Found<T> = { value: T; start: number; end: number }

/** Takes the place of every character that was understood, so that positions stay. */
const blank = '\u0001'

export const withoutPart = (text: string, { start, end }: { start: number; end: number }) =>
  text.slice(0, start) + blank.repeat(end - start) + text.slice(end)

export type Word = { text: string; start: number; end: number }

/** Words with their positions. An apostrophe ends a word, except in "don't". */
export const questionWords = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+(?:['’]t\b)?/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))

/** What is left of the question, in its order. */
export const remainingText = (text: string) =>
  text
    .replaceAll(blank, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[\s?.!,;:'’-]+|[\s?.!,;:'’-]+$/g, '')
