import { judge } from '#engine/heads/lexicon.ts'

/* A name for what was stated: the writer's own words, less what only leads up to them, at most twelve. */

const maxWords = 12
const leadIns = [
  /^(?:@[\p{L}\p{N}_]+[\s,:;.!–-]*)+/u,
  /^(and |but |oh,? )?(one (more|last) (thing|point)|another thing|also|while i('m| am) (at it|writing|here)|by the way|btw|ps|p\.s\.)\s*[:,–-]\s*/i,
  /^(hi|hello|hey|dear)\b[^,.!?]{0,30}[,.!]\s*/i,
  /^(and|but|so|also|however|although|though|ok|okay|honestly|unfortunately|basically|anyway|actually|personally|overall|besides|secondly|firstly|finally|lastly|please|pls|plz|just|lol)\b[\s,:;–-]*/i,
  // These may be part of what is said: “no way to export”, “first day”, “team plan”.
  /^(well|plus|again|second|first|now|then|yes|no|still|sorry|thanks|thank you|thx|wow|guys|team)\b(?:\s*[,:;!]\s*|\s+[–-]+\s+)/i,
  /^(i|we) (really |also |just |still |do |would )*(think|feel|believe|guess|noticed|notice|find that|see that|found that|mean|hope|suppose|know|have to say|must say|want to say|would say|would like to say)( that)?\s+/i,
  /^(in my opinion|to be honest|to be fair|in general|as far as i can tell|it seems( like| that)?|it looks like|for some reason|at the moment|as of now|so far|by the way|btw|imo|imho|the (only )?(problem|issue|thing|downside) is( that)?|my (only |biggest |main )?(problem|issue|complaint|wish|gripe) is( that)?)[\s,:]*/i,
  /^it (?:took|takes|cost|costs) (?:me|us) [\p{L}\d ]{2,24} to (?=find out|understand|see|work out)(?:find out|understand|see|work out)\s+/iu,
  /^(?:i|we) (?=(?:could not|couldn't|cannot|can't|never) (?:find out|figure out|work out)\b)/i,
  /^(?:our|my|the) [\p{L} ]{3,40} (?:wants?|needs?|asks?) to know\s+/iu,
]
const wishes =
  /^((it|that) would (really )?be (so |really |very |super |even )*(nice|great|good|better|cool|awesome|helpful|useful|perfect|amazing|lovely|ideal)( to have| to see| to be able to| if (you|we|i|there|it|they)( could| would| can| had| was| were)?( have| be able to| add| be)?)?|(i|we) (really )?wish (you|it|there|they|i|we) (could|would|had|was|were)|(i|we) (really )?(would (really )?(like|love|want)|want|need)(?! (this|that|it|them)\b)( to( see| have| be able to)?)?|could you( please)?( consider)?|can you( please)?|(you|they) should( really)?|is there (a|any) (way|chance|plan) (to|for|that)|any (chance|plans) (of|to|for)|please( consider)?( adding)?)\s+/i
const trailing =
  /[\s,;:–—-]+(and|or|but|to|the|a|an|of|in|on|at|for|with|that|which|is|are|it|i|my|we|so|because|when|if|as|from|by|this|just|very|really|even|have|has|be|not|no|you|your|our|their|what|who|where|why|how|which|whether|when|than|into|onto|until|more|less|right|better|worse|above|below|about|can|could|will|would|should|must|do|does|did|was|were|am|been|nobody knows|nobody can tell|it comes|lets? (?:us|me)(?: \p{L}+)?|the one|only|almost|am i|such|like|there|too|also|wants?|needs?|tells?|tell me|shows?|nor|than|while|although|its|his|her|these|those|each|every|any|some|whose|us|me|still|then|instead)$/iu

/** Verbs that wait for their object when a name was cut off behind them. */
const hanging =
  /\s(?:wanted|expect(?:s|ed)?|forgot(?:ten)?|(?:i|we|you|they|to) try|tried|trying|wish(?:es|ed)?|hoped?|prefer(?:red)?|needed|half|another|several)$/i

/** Faces and the marks of bold print and code: a name is read in a list. */
const ornaments = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+|\*\*|__|`+/gu

/** Without its polite beginnings; what a wish is about becomes the wish. */
function stripped(text: string): string {
  let plain = text
    .replace(/https?:\/\/\S+/g, '')
    .replace(ornaments, ' ')
    .replace(/^["“”'`(\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  for (let turns = 0; turns < 4; turns++) {
    const before = plain
    for (const lead of leadIns) {
      const less = plain.replace(lead, '')
      if (less !== plain && less.split(' ').length >= 3) plain = less
    }
    const less = plain.replace(wishes, '').replace(/^to (?=\p{L})/iu, '')
    if (less !== plain && less.split(' ').length >= 2) plain = less
    if (plain === before) break
  }
  return plain
}

/** The first clause that says enough, else as many words as fit. */
function clause(text: string): string {
  const [sentence = text] = text.split(/(?<=[.!?…])\s+/).filter((part) => part.split(' ').length >= 3)
  const bare = sentence.replace(/[\s.!?…,;:]+$/u, '')
  if (bare.split(' ').length <= maxWords) return bare
  const parts = bare.split(
    /\s*[,;:–—]\s+|\s+(?=(?:because|since|which|although|however|but|so that|and then|whenever|while|and (?:i|we|it|the|then|now|there|when|nobody|got)|so i|so we)\b)/i,
  )
  const telling = contrary(parts) ?? tellingPart(parts)
  if (telling) return telling
  let taken = ''
  for (const part of parts) {
    const longer = taken === '' ? part : bare.slice(0, bare.indexOf(part, taken.length) + part.length)
    if (longer.split(' ').length > maxWords) break
    taken = longer
  }
  if (taken === parts[0] && parts[1] && isCircumstance(taken)) return withCircumstance(taken, parts[1])
  return taken.split(' ').length >= 4 ? finished(taken) : cut(bare)
}

const plain = (part: string) => part.replace(/^(?:and|but|so)\s+/i, '').replace(/^now\s+/i, '')
const denies = /\b(?:not|no|never|nothing|nobody|cannot|without)\b|n['’]t\b/i

/** “The app ran well, but now it does not start”: praise that only comes before is not what was said. */
function contrary(parts: readonly string[]): string | undefined {
  if (judge(parts[0]!).score <= 0 || wishful.test(parts[0]!)) return undefined
  const told = parts
    .slice(1)
    .find(
      (part) =>
        /^but (?!not\b)/i.test(part) && part.split(' ').length >= 5 && (judge(part).score < 0 || denies.test(part)),
    )
  return told && cut(plain(told))
}

/** When or where something is so, which says nothing without what is so; some of it can as well stand behind that. */
const movable =
  /^(?:when|whenever|if|once|every ?time|each time|any ?time|as soon as|after|before|since|until|while)\b/i
const fixed = /^(?:by the time|because|with (?:the|this|your|my)|in addition|even (?:when|if|after|though))\b/i
const isCircumstance = (part: string) => (movable.test(part) || fixed.test(part)) && !/ it /i.test(part)
const shortPoint = 6

/** What is so comes first, and when that is so behind it, as far as there is room. */
function withCircumstance(when: string, point: string): string {
  const said = plain(point)
  return movable.test(when) && said.split(' ').length <= shortPoint
    ? cut(`${said} ${when.charAt(0).toLowerCase()}${when.slice(1)}`)
    : cut(said)
}

/** What comes after these is what the beginning leads up to. */
const leadsUpTo = /^and (?:now|when)\b|^but\b/i
/** A wish is what it is about, and what it would be good for is not. */
const wishful = /\b(?:would|could|should|please|let|add|need|want|wish)\b/i
const explains = /^(?:so that|which|because|since|although|while)\b/i

/** Where the beginning judges nothing, the part that does says what matters: “I wrote on the train and when I was back my text was gone”. */
function tellingPart(parts: readonly string[]): string | undefined {
  if (parts.length < 2 || judge(parts[0]!).score !== 0 || wishful.test(parts[0]!)) return undefined
  const fits = (part: string) => part.split(' ').length >= 4 && part.split(' ').length <= maxWords
  const later = parts.slice(1).filter((part) => !explains.test(part) && fits(plain(part)))
  const told = later.find((part) => judge(plain(part)).score < 0) ?? later.find((part) => leadsUpTo.test(part))
  return told && plain(told)
}

/** Here another clause begins, here only another part of one. */
const clauses = /^(and|but|because|when|whenever|which|that|so|while|although|until|if|before|after|why|how|whether)$/i
const boundary =
  /^(or|to|as|through|from|it|who|what|where|for|with|without|in|on|at|by|of|than|even|i|we|they|you|this|last|since|would|instead|yesterday|today|every)$/i
const minKept = 5
/** What it costs to end in the middle of something: “too much for a small”. */
const brokenOff = 6

/** At most twelve words, up to where something else begins: the later the better, a new clause better than a part of one. */
function cut(text: string): string {
  const all = text.split(' ')
  if (all.length <= maxWords) return text
  // Without the verb there would be nothing left but when it is so.
  const isLoose = movable.test(text) || fixed.test(text) ? isTrailing : isHanging
  let [length, best] = [maxWords, maxWords - brokenOff]
  for (let n = minKept; n <= maxWords; n++) {
    const next = all[n]!.replace(/[^\p{L}']/gu, '')
    const score =
      n +
      (/[,;:–—]$/u.test(all[n - 1]!) || clauses.test(next) ? 2 : boundary.test(next) ? 0 : -brokenOff) -
      (isLoose(` ${all.slice(0, n).join(' ')}`) ? 2 : 0)
    if (score >= best) [length, best] = [n, score]
  }
  return finished(all.slice(0, length).join(' '), isLoose)
}

const isTrailing = (text: string) => trailing.test(text)
const isHanging = (text: string) => isTrailing(text) || hanging.test(text)

/** Without what a cut left hanging. */
function finished(text: string, isUnfinished = isTrailing): string {
  let short = text.replace(/[\s,;:–—-]+$/u, '')
  for (let turns = 0; turns < 6 && isUnfinished(short) && short.split(' ').length > 3; turns++)
    short = short.replace(isTrailing(short) ? trailing : hanging, '')
  return short
}

export function insightName(statement: string): string {
  const name = clause(stripped(statement))
    .replace(/\s+/g, ' ')
    .replace(/^["“'(]+|["”']+$/g, '')
    .replace(/[“"]([^”"]*)$/, '$1')
    .replace(/^([^(]*)\)+$/, '$1')
    .trim()
  const sound = /\p{L}|\p{N}/u.test(name) ? name : statement.replace(/\s+/g, ' ').trim()
  const capital = sound.charAt(0).toUpperCase() + sound.slice(1)
  return (
    [...(/^[\P{Ll}]{8,}$/u.test(capital) ? capital.charAt(0) + capital.slice(1).toLowerCase() : capital)]
      .slice(0, 160)
      .join('') || 'Feedback'
  )
}
