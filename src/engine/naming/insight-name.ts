import { scoreLexicon } from '#engine/classifiers/lexicon.ts'
import { MAX_INSIGHT_NAME_WORDS } from '#engine/thresholds.ts'
import { isFunctionWord } from '#engine/reading/function-words.ts'
import { capitalized } from '#engine/text/capitalized.ts'
import { isEnglish } from '#engine/text/detect-language.ts'
import { withoutLoneMarks } from './lone-marks.ts'

/* Names an insight with the writer's own words, at most twelve, without introductory phrases. */

const maxNameLength = 160
/** What a form or a colleague has put before the words of the customer. */
const labels = [
  /^(?:nps|csat|rating|score)?:? ?(?:\d{1,2}(?:\/(?:5|10))?|[★☆⭐]{1,5})\s*[:–-]\s*/i,
  /^(?:feature|product|new)? ?(?:idea|request|suggestion|wish|feedback|bug|bug report)\s*:\s*/i,
  /^(?:pros?|cons?|likes?|dislikes?)\s*:\s*/i,
]
const leadIns = [
  /^(?:re|fwd?)?:?\s*(?:ticket|case|request|issue)\s+#?\d+\s*[:,–-]\s*/i,
  /^(?:@[\p{L}\p{N}_]+[\s,:;.!–-]*)+/u,
  /^(and |but |oh,? )?(one (more|last) (thing|point)|another thing|also|while i('m| am) (at it|writing|here)|by the way|btw|ps|p\.s\.)\s*[:,–-]\s*/i,
  /^(hi|hello|hey|dear)\b[^,.!?]{0,30}[,.!]\s*/i,
  /^(and|but|so|also|however|although|though|ok|okay|honestly|unfortunately|basically|anyway|actually|personally|overall|besides|secondly|firstly|finally|lastly|please|pls|plz|just|lol)\b[\s,:;–-]*/i,
  // Only before punctuation, because these may belong to the statement: “no way to export”, “first day”, “team plan”.
  /^(well|plus|again|second|first|now|then|yes|no|still|sorry|thanks|thank you|thx|wow|guys|team)\b(?:\s*[,:;!]\s*|\s+[–-]+\s+)/i,
  /^(i|we) (really |also |just |still |do |would )*(think|feel|believe|guess|noticed|notice|find that|see that|found that|mean|hope|suppose|know|have to say|must say|want to say|would say|would like to say)( that)?\s+/i,
  /^(in my opinion|to be honest|to be fair|in general|as far as i can tell|it seems( like| that)?|it looks like|for some reason|at the moment|as of now|so far|by the way|btw|imo|imho|the (only )?(problem|issue|thing|downside) is( that)?|my (only |biggest |main )?(problem|issue|complaint|wish|gripe) is( that)?)[\s,:]*/i,
  /^it (?:took|takes|cost|costs) (?:me|us) [\p{L}\d ]{2,24} to (?=find out|understand|see|work out)(?:find out|understand|see|work out)\s+/iu,
  /^(?:i|we) (?=(?:could not|couldn't|cannot|can't|never) (?:find out|figure out|work out)\b)/i,
  /^(?:our|my|the) [\p{L} ]{3,40} (?:wants?|needs?|asks?) to know\s+/iu,
]
const requests =
  /^((it|that) would (really )?be (so |really |very |super |even )*(nice|great|good|better|cool|awesome|helpful|useful|perfect|amazing|lovely|ideal)( to have| to see| to be able to| if (you|we|i|there|it|they)( could| would| can| had| was| were)?( have| be able to| add| be)?)?|(i|we) (really )?wish (you|it|there|they|i|we) (could|would|had|was|were)|(i|we) (really )?(would (really )?(like|love|want)|want|need)(?! (this|that|it|them)\b)( to( see| have| be able to)?)?|(?:could|can) (?:you|u)( please)?( consider)?|(you|they) should( really)?|is there (a|any) (way|chance|plan) (to|for|that)|any (chance|plans) (of|to|for)|please( consider)?( adding)?)\s+/i
const trailing =
  /[\s,;:–—-]+(and|or|but|to|the|a|an|of|in|on|at|for|with|that|which|is|are|it|i|my|we|so|because|when|if|as|from|by|this|just|very|really|even|have|has|be|not|no|you|your|our|their|what|who|where|why|how|which|whether|when|than|into|onto|until|more|less|right|better|worse|above|below|about|can|could|will|would|should|must|do|does|did|was|were|am|been|nobody knows|nobody can tell|it comes|lets? (?:us|me)(?: \p{L}+)?|the one|only|almost|am i|such|like|there|too|also|wants?|needs?|tells?|tell me|shows?|nor|than|while|although|its|his|her|these|those|each|every|any|some|whose|us|me|still|then|instead|as (?:soon|long|far|much|many))$/iu

/** Verbs without their object at the end of a cut name. */
const danglingVerb =
  /\s(?:wanted|expect(?:s|ed)?|forgot(?:ten)?|(?:i|we|you|they|to) try|tried|trying|wish(?:es|ed)?|hoped?|prefer(?:red)?|needed|half|another|several)$/i

/** Emoji, bold marks and code marks. */
const decoration = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f)+|\*\*|__|`+/gu

/** Removes introductory phrases; of a request its object is left. */
function withoutLeadIns(text: string): string {
  let plain = text
    .replace(/https?:\/\/\S+/g, '')
    .replace(decoration, ' ')
    .replace(/^["“”'`(\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  for (const label of labels) plain = plain.replace(label, '') || plain
  for (let turns = 0; turns < 4; turns++) {
    const before = plain
    for (const lead of leadIns) {
      const shorter = plain.replace(lead, '')
      if (shorter !== plain && shorter.split(' ').length >= 3) plain = shorter
    }
    const object = plain.replace(requests, '').replace(/^to (?=\p{L})/iu, '')
    if (object !== plain && object.split(' ').length >= 2) plain = object
    if (plain === before) break
  }
  return plain
}

const countWords = (text: string) => text.split(' ').length
const clauseBoundary =
  /\s*[,;:–—]\s+|\s+(?=(?:because|since|which|although|however|but|so that|and then|whenever|while|and (?:i|we|it|the|then|now|there|when|nobody|got)|so i|so we)\b)/i

/** The first of three words or more; one of two if the next refers to it: “Add chapters. Every host has them.” */
function mainSentence(text: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+/)
  const found = sentences.find((sentence) => countWords(sentence) >= 3) ?? text
  const isAboutFirst = found !== sentences[0] && countWords(sentences[0]!) === 2 && refersBack.test(found)
  return isAboutFirst ? sentences[0]! : found
}

/** The first clause that makes the point, else as many words as fit. */
function mainClause(text: string): string {
  const plain = mainSentence(text)
    .replace(/(?<![\s.!?…,;:])[\s.!?…,;:]+$/u, '')
    .replace(/(?<=\S \S+)[\s,:–-]+(?:please|pls|plz)$/i, '')
  if (countWords(plain) <= MAX_INSIGHT_NAME_WORDS) return plain
  const clauses = plain.split(clauseBoundary)
  const point = clauseAfterBut(clauses) ?? laterPoint(clauses)
  if (point) return point
  const headline = isOnePoint(clauses) ? withoutArticles(plain) : undefined
  if (headline) return headline
  const [circumstance, outcome] = splitCircumstance(clauses[0]!)
  if (outcome) return withCircumstance(circumstance, outcome)
  let taken = ''
  for (const clause of clauses) {
    const longer = taken === '' ? clause : plain.slice(0, plain.indexOf(clause, taken.length) + clause.length)
    if (countWords(longer) > MAX_INSIGHT_NAME_WORDS) break
    taken = longer
  }
  if (taken === clauses[0] && clauses[1] && isCircumstance(taken)) return withCircumstance(taken, clauses[1])
  return countWords(taken) >= 4 ? withoutDanglingEnd(taken) : cutToLength(plain)
}

/** The second clause says when, or what happened: “Replaced the audio and the old one was still played”. */
const isOnePoint = ([first = '', second]: readonly string[]) =>
  second === undefined || movable.test(second) || (/^and\b/i.test(second) && scoreLexicon(first).score === 0)

const article = /^(?:the|an?)$/i
const maxDroppedArticles = 2

/** The whole sentence as a headline, if it fits without its first articles: its end often says when or where. */
function withoutArticles(text: string): string | undefined {
  const words = text.split(' ')
  const excess = words.length - MAX_INSIGHT_NAME_WORDS
  if (excess > maxDroppedArticles || !isEnglish(text)) return undefined
  const dropped = words.flatMap((word, n) => (article.test(word) ? [n] : [])).slice(0, excess)
  return dropped.length < excess ? undefined : words.filter((_, n) => !dropped.includes(n)).join(' ')
}

const withoutConjunction = (clause: string) => clause.replace(/^(?:and|but|so)\s+/i, '').replace(/^now\s+/i, '')
const negation = /\b(?:not|no|never|nothing|nobody|cannot|without)\b|n['’]t\b/i

/** “The app ran well, but now it does not start”: the part after the praise. */
function clauseAfterBut(clauses: readonly string[]): string | undefined {
  if (scoreLexicon(clauses[0]!).score <= 0 || requestWord.test(clauses[0]!)) return undefined
  const isComplaint = (clause: string) => scoreLexicon(clause).score < 0 || negation.test(clause)
  const found = clauses
    .slice(1)
    .find((clause) => /^but (?!not\b)/i.test(clause) && countWords(clause) >= 5 && isComplaint(clause))
  return found && cutToLength(withoutConjunction(found))
}

/** Circumstances, which say nothing without the point; the first kind can follow the point as well as precede it. */
const movable =
  /^(?:when|whenever|if|once|every ?time|each time|any ?time|as soon as|after|before|since|until|while)\b/i
const fixed = /^(?:by the time|because|with (?:the|this|your|my)|in addition|even (?:when|if|after|though))\b/i
const isCircumstance = (clause: string) => (movable.test(clause) || fixed.test(clause)) && !/ it /i.test(clause)
/** “When I open the claim from the email link I get a blank page”: a circumstance without a comma after it. */
const outcomeAfter =
  /^(.{12,70}?) ((?:i|we|nothing|nobody|there|everything|the app|the page|it (?:is|was|says|shows|takes|crashes|freezes|fails|does|never|keeps))\b.{6,})$/i
const splitCircumstance = (clause: string): [string, string?] => {
  const found = countWords(clause) > MAX_INSIGHT_NAME_WORDS && movable.test(clause) && outcomeAfter.exec(clause)
  return found ? [found[1]!, found[2]!] : [clause]
}
const maxShortPointWords = 6
const refersBack = /\b(?:it|this|that|them)\b/i

/** The point first, then its circumstance if there is room. */
function withCircumstance(circumstance: string, clause: string): string {
  const point = withoutConjunction(clause)
  const both = `${point} ${circumstance.charAt(0).toLowerCase()}${circumstance.slice(1)}`
  const isShort = countWords(point) <= maxShortPointWords && countWords(both) <= MAX_INSIGHT_NAME_WORDS + 2
  if (movable.test(circumstance) && isShort) return cutToLength(both)
  // “After the update the gateway goes offline every night, I have to unplug it”: the point is what “it” refers to.
  return refersBack.test(point) && countWords(circumstance) > maxShortPointWords
    ? cutToLength(circumstance)
    : cutToLength(point)
}

/** Beginnings of the clause that a narrative leads up to. */
const culmination = /^and (?:now|when)\b|^but\b/i
/** The point of a request is its object, not the reason given for it. */
const requestWord = /\b(?:would|could|should|please|let|add|need|want|wish)\b/i
const explanation = /^(?:so that|which|because|since|although|while)\b/i

/**
 * A later clause with an opinion where the first has none: “I wrote on the train and when I was back my text was gone”.
 */
function laterPoint(clauses: readonly string[]): string | undefined {
  if (clauses.length < 2 || scoreLexicon(clauses[0]!).score !== 0 || requestWord.test(clauses[0]!)) return undefined
  const fits = (clause: string) => countWords(clause) >= 4 && countWords(clause) <= MAX_INSIGHT_NAME_WORDS
  const later = clauses.slice(1).filter((clause) => !explanation.test(clause) && fits(withoutConjunction(clause)))
  const found =
    later.find((clause) => scoreLexicon(withoutConjunction(clause)).score < 0) ??
    later.find((clause) => culmination.test(clause))
  return found && withoutConjunction(found)
}

/** Words that begin a new clause, and words that begin another part of one. */
const clauseStart =
  /^(and|but|because|when|whenever|which|that|so|while|although|until|if|before|after|why|how|whether)$/i
const phraseStart =
  /^(or|to|as|through|from|it|who|what|where|for|with|without|in|on|at|by|of|than|even|i|we|they|you|this|last|since|would|instead|yesterday|today|every)$/i
const minKeptWords = 5
/** What ending in the middle of a phrase costs: “too much for a small”. */
const midPhrasePenalty = 6

/** How well a name can end before the word `next`. */
function endScore(last: string, next: string): number {
  const word = next.replace(/[^\p{L}']/gu, '')
  if (/[,;:–—]$/u.test(last) || clauseStart.test(word)) return 2
  return phraseStart.test(word) ? 0 : -midPhrasePenalty
}

/** At most twelve words, ending at a boundary: the later the better, before a clause better than before a phrase. */
function cutToLength(text: string): string {
  const words = text.split(' ')
  if (words.length <= MAX_INSIGHT_NAME_WORDS) return text
  // Of a circumstance the verb is kept, or only the circumstance would be left.
  const isUnfinished = isEnglish(text) ? unfinishedEnglish(text) : endsWithFunctionWordOfAnyLanguage
  let [length, best] = [MAX_INSIGHT_NAME_WORDS, MAX_INSIGHT_NAME_WORDS - midPhrasePenalty]
  for (let n = minKeptWords; n <= MAX_INSIGHT_NAME_WORDS; n++) {
    const score = n + endScore(words[n - 1]!, words[n]!) - (isUnfinished(` ${words.slice(0, n).join(' ')}`) ? 2 : 0)
    if (score >= best) [length, best] = [n, score]
  }
  return withoutDanglingEnd(words.slice(0, length).join(' '), isUnfinished)
}

const endsWithFunctionWord = (text: string) => trailing.test(text)
const endsWithFunctionWordOfAnyLanguage = (text: string) => isFunctionWord(text.slice(text.lastIndexOf(' ') + 1))
const unfinishedEnglish = (text: string) =>
  movable.test(text) || fixed.test(text) ? endsWithFunctionWord : endsWithDanglingWord
const endsWithDanglingWord = (text: string) => endsWithFunctionWord(text) || danglingVerb.test(text)

function withoutLast(text: string): string {
  if (endsWithFunctionWord(text)) return text.replace(trailing, '')
  return danglingVerb.test(text) ? text.replace(danglingVerb, '') : text.replace(/[\s,;:–—-]+\S+$/u, '')
}

function withoutDanglingEnd(text: string, isUnfinished = endsWithFunctionWord): string {
  let short = text.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
  for (let turns = 0; turns < 6 && isUnfinished(short) && countWords(short) > 3; turns++) short = withoutLast(short)
  return short
}

export function insightName(statement: string): string {
  const name = withoutLoneMarks(mainClause(withoutLeadIns(statement)).replace(/\s+/g, ' ')).trim()
  const nonEmpty = /\p{L}|\p{N}/u.test(name) ? name : statement.replace(/\s+/g, ' ').trim()
  const begun = /^\p{Ll}\p{Lu}/u.test(nonEmpty) ? nonEmpty : capitalized(nonEmpty)
  const isAllCaps = /^[\P{Ll}]{8,}$/u.test(begun)
  const shown = isAllCaps ? begun.charAt(0) + begun.slice(1).toLowerCase() : begun
  return [...shown].slice(0, maxNameLength).join('') || 'Feedback'
}
