import { wordsOf } from '#engine/words.ts'
import type { InsightCategory, Sentiment } from './kinds.ts'

const stems = (words: string) => new Set(wordsOf(words))
const good = stems(
  'amazing awesome beautiful best better brilliant clean convenient delight easy easier effortless excellent fantastic fast favorite flawless ' +
    'friendly fun gorgeous great handy happy helpful impressed impressive intuitive like love loved loves lovely nice perfect pleasant polished powerful ' +
    'quick recommend reliable robust seamless simple smooth solid stable superb superior thank thanks useful valuable wonderful worth wow',
)
const bad = stems(
  'abysmal annoying annoyed awful bad broken bug buggy clumsy clunky complain complicated confusing confused corrupt crash crashes crashed cumbersome dated deceptive ' +
    'difficult disappointed disappointing error errors expensive fail fails failed failing freeze freezes frustrating frustrated garbage glitch glitchy hate horrible ' +
    'hang hangs hard hopeless impossible inaccurate ineffective issue issues joke kept lack lacking lacks lag laggy late lose loses losing lost mess messy miss misses missing nightmare ' +
    'outage overpriced painful pathetic poor poorly problem problems refund regret ridiculous rude scam scattered slow slower sluggish spam stuck stupid sucks terrible ' +
    'ugly unable unacceptable unclear uninstall unreliable unresponsive unstable unusable useless vanish vanished waste wasted weak worse worst worthless wrong',
)
const negations = /\b(?:not|no|never|without|hardly|isn[’']?t|wasn[’']?t|aren[’']?t|don[’']?t|doesn[’']?t|didn[’']?t|can[’']?t|cannot|won[’']?t)\s+(?:(?:a|an|the|very|really|so|that|to|be|been|any)\s+)*([\p{L}]+)/giu

const clearlyGood = 0.7
const clearlyBad = 0.4

/** What somebody gave in stars says more than the words; the words decide where there are none, or middling ones. */
export function moodOf(text: string, rating: number | null): Sentiment {
  if (rating !== null && rating >= clearlyGood) return 'POSITIVE'
  if (rating !== null && rating <= clearlyBad) return 'NEGATIVE'
  const words = wordsOf(text)
  let score = words.filter((word) => good.has(word)).length - words.filter((word) => bad.has(word)).length
  for (const [, word] of text.matchAll(negations)) {
    const [stem = ''] = wordsOf(word!)
    if (good.has(stem)) score -= 2
    if (bad.has(stem)) score += 2
  }
  return score > 0 ? 'POSITIVE' : score < 0 ? 'NEGATIVE' : 'NEUTRAL'
}

const broken = /\b(?:bug|bugs|buggy|crash\w*|error|errors|glitch\w*|freez\w*|broken|corrupt\w*|exception|fail(?:s|ed|ing)?|stopped working|does ?n[o’']?t work|not working|data loss|lost my)\b/i
const wished = /\b(?:wish|would love|would like|would be (?:nice|great)|please (?:add|bring|support)|feature request|should (?:have|support|allow|let)|need(?:s)? (?:a|an|to have|support for)|missing|lacks?|no (?:way|option|support)|hope (?:they|you) add|add support)\b/i
const awkward = /\b(?:confus\w*|unintuitive|not intuitive|hard to (?:find|use|navigate|learn|understand)|difficult to (?:find|use|navigate|learn|understand)|clunky|cluttered|complicated|too many (?:clicks|steps)|steep learning curve|can[’']?t find|cumbersome|hidden|unclear)\b/i

/** What kind of thing is said. */
export function subjectOf(text: string, mood: Sentiment): InsightCategory {
  if (mood === 'POSITIVE') return wished.test(text) && /wish|add|request|would/i.test(text) ? 'FEATURE_REQUESTS' : 'DELIGHTS'
  if (broken.test(text)) return 'BUGS_AND_ERRORS'
  if (wished.test(text)) return 'FEATURE_REQUESTS'
  if (awkward.test(text)) return 'USABILITY_ISSUES'
  return mood === 'NEGATIVE' ? 'PAIN_POINTS' : 'GENERAL_FEEDBACK'
}
