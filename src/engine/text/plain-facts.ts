import { anyOf } from '#engine/words/read-words.ts'

/* Sentences that sound like an opinion and only say how things are. */

const opposite = new RegExp(String.raw`(?<!\S)${anyOf('sense/opposites')}(?!\S)`, 'i')
const time = String.raw`(?:,? ${anyOf('sense/when')}(?: [^\s,;!?]+){0,4})?`
const end = String.raw`${time}(?:[,;.]? ${anyOf('sense/thanks')})?(?:[,;.]? ${anyOf('sense/closing')})?`
const backToNormal = new RegExp(
  String.raw`^(?:[^\s,.;!?’']+(?: |(?=['’]s ))){0,3}?${anyOf('sense/back-to-normal')}${end}$`,
  'i',
)
/** More characters say more than that. */
const maxLength = 120

/** “Running again since this morning, thank you”: neither praise nor a defect. */
export function isBackToNormal(text: string): boolean {
  const plain = text.trim().replace(/(?<![.!…])[.!…]+$/u, '')
  return plain.length <= maxLength && !opposite.test(plain) && backToNormal.test(plain)
}
