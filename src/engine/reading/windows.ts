import { blankTags } from '#engine/text/html-markup.ts'
import { sentencesOf } from '#engine/text/sentences.ts'
import { paragraphs, type TextSpan } from '#engine/text/split-statements.ts'
import { MAX_WINDOW_PIECES } from '#engine/thresholds/reading.ts'

/* Parts of a text that the model reads at once: a paragraph, or as many of its sentences as fit. */

/** Words, punctuation marks and characters of scripts without spaces: about one token each. */
const piece =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]{1,7}|[^\s\p{L}\p{N}\p{M}]/gu

const countPieces = (text: string) => text.match(piece)?.length ?? 0

/** Without quoted mail, stack traces and signatures. Every other character is in exactly one window. */
export function windowsOf(content: string): TextSpan[] {
  const plain = blankTags(content)
  return paragraphs(plain).flatMap((paragraph) => partsOf(plain, paragraph))
}

function partsOf(content: string, { start, end }: TextSpan): TextSpan[] {
  const text = content.slice(start, end)
  if (countPieces(text) <= MAX_WINDOW_PIECES) return [{ start, end }]
  const parts: TextSpan[] = []
  let open: (TextSpan & { pieces: number }) | undefined
  for (const { index, segment } of sentencesOf(text).flatMap(cutLong)) {
    const pieces = countPieces(segment)
    const stop = start + index + segment.length
    if (open && open.pieces + pieces <= MAX_WINDOW_PIECES) open = { ...open, end: stop, pieces: open.pieces + pieces }
    else {
      if (open) parts.push({ start: open.start, end: open.end })
      open = { start: start + index, end: stop, pieces }
    }
  }
  if (open) parts.push({ start: open.start, end: open.end })
  return parts
}

type Segment = { index: number; segment: string }

/** A sentence that does not fit alone is cut where the next word would no longer fit. */
function cutLong({ index, segment }: Segment): Segment[] {
  const matches = [...segment.matchAll(piece)]
  const cuts = [0]
  for (let n = MAX_WINDOW_PIECES; n < matches.length; n += MAX_WINDOW_PIECES) cuts.push(matches[n]!.index)
  return cuts.map((from, n) => ({ index: index + from, segment: segment.slice(from, cuts[n + 1]) }))
}
