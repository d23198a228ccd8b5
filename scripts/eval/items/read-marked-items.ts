import { categoryLabels, type GoldPoint, type Item, type Rating, sentimentLabels } from './item.ts'

/*
 * Items with their points marked in the text, as in training/dev:
 *
 *   # the product
 *   === nps | 3 | de
 *   {{-PAIN pricing| Zu teuer}}, aber {{+LOVE support| Bea war toll}}.
 *   %% Too expensive, but Bea was great.
 */

const [positive, neutral, negative] = sentimentLabels
const sentiments: Record<string, GoldPoint['sentiment']> = { '+': positive, '0': neutral, '-': negative }
const [bugs, usability, pain, requests, delights, general] = categoryLabels
const categories: Record<string, GoldPoint['category']> = {
  BUG: bugs,
  USE: usability,
  PAIN: pain,
  FEAT: requests,
  LOVE: delights,
  GEN: general,
}
const point = /\{\{\s*([-0+])\s*(BUG|USE|PAIN|FEAT|LOVE|GEN)\s+([a-z0-9-]+)(?:\/([a-z-]+))?\s*\|\s*([^]*?)\s*\}\}/g
const translationMark = '\n%% '

export function readMarkedItems(content: string): Item[] {
  const [, ...blocks] = content.split(/^=== ?/m)
  return blocks.map((block, n) => itemOf(block, String(n + 1).padStart(3, '0')))
}

function itemOf(block: string, id: string): Item {
  const [, head, rest] = /^(.*)\n?([^]*)$/.exec(block)!
  const [source = '', rating = '-', language] = head!.split('|').map((part) => part.trim())
  const body = rest!.replace(/^\n+|\n+$/g, '')
  const [marked, ...english] = body.split(translationMark)
  const translation = english.join(translationMark).trim()
  return {
    id,
    source,
    rating: ratingOf(rating, id),
    ...(language && { language }),
    ...(translation && { english: translation }),
    ...withoutMarks(marked!.trimEnd(), id),
  }
}

function withoutMarks(marked: string, id: string): Pick<Item, 'text' | 'gold'> {
  let text = ''
  let at = 0
  const gold: GoldPoint[] = []
  for (const match of marked.matchAll(point)) {
    const [whole, sentiment, category, topic, aspect, words] = match as unknown as [
      string,
      string,
      string,
      string,
      string | undefined,
      string,
    ]
    text += marked.slice(at, match.index)
    const span = { start: text.length, end: text.length + words.length, text: words }
    gold.push({
      ...span,
      sentiment: sentiments[sentiment]!,
      category: categories[category]!,
      topic,
      ...(aspect && { aspect }),
    })
    text += words
    at = match.index + whole.length
  }
  text += marked.slice(at)
  if (/\{\{|\}\}/.test(text)) throw new Error(`item ${id}: a mark that cannot be read in ${JSON.stringify(text)}`)
  return { text, gold }
}

/** `4/5` are stars, a number alone is a score from 0 to 10, and `-` is no rating. */
function ratingOf(text: string, id: string): Rating | null {
  if (text === '-') return null
  const [, value, best] = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text) ?? []
  if (value === undefined) throw new Error(`item ${id}: ${JSON.stringify(text)} is not a rating`)
  return { value: Number(value), scale_min: best ? 1 : 0, scale_max: Number(best ?? 10) }
}
