import { isAscii } from './is-ascii.ts'

/* Detects the language of a text by frequent words, or by its script. */

const frequentWords: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    en: 'the and is to of it in that for you with this on are not have was but my be can when your we an they has from so at just would like please',
    de: 'der die das und ist nicht ich es zu ein eine mit auf für den im von sich auch wird sind wir sie bei nach aus wie noch nur oder aber kann',
    fr: 'le la les et est pas je de des un une pour que qui dans sur avec ce il elle nous vous mais plus très ne sont du au par',
    es: 'el la los las y es no que de en un una para con por se lo como pero más muy mi su al del está son yo nos',
    pt: 'o os as e é não que de em um uma para com por se mas mais muito meu do da no na está são eu nos ao',
    it: 'il lo la gli e è non che di in un una per con si ma più molto mio del della sono io ci nel anche come',
    nl: 'de het een en is niet ik van te dat op met voor zijn er maar ook aan bij wij als nog naar kan wordt deze',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
)

const languagesWith = new Map<string, string[]>()
for (const [language, words] of Object.entries(frequentWords))
  for (const word of words) languagesWith.set(word, [...(languagesWith.get(word) ?? []), language])

const scripts: [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

/** Undefined when there is too little text. */
export function detectLanguage(text: string): string | undefined {
  const part = text.slice(0, 2000).replace(/\b(?:https?:\/\/|www\.)\S+/gi, '')
  const words = part.toLowerCase().match(/\p{L}+/gu) ?? []
  const ascii = isAscii(part)
  const nonLatin = ascii ? '' : words.filter((word) => /[^\p{Script=Latin}]/u.test(word)).join('')
  if (!ascii && nonLatin.length > words.join('').length / 2)
    return scripts.find(([script]) => script.test(nonLatin))?.[1]
  const counts = new Map<string, number>()
  for (const word of words)
    for (const language of languagesWith.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1)
  const [best, next] = [...counts].map(([language, count]) => ({ language, count })).sort((a, b) => b.count - a.count)
  if (!best || best.count === next?.count) return words.length > 0 && ascii ? 'en' : undefined
  return best.count >= 2 || words.length < 8 ? best.language : undefined
}
