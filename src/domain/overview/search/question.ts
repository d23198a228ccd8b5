/* What a question asks about, and whether it asks for praise or for complaints. */

type Asked = { about: string; sentiment: 'POSITIVE' | 'NEGATIVE' | undefined }

const opening = /^\s*(?:what|which|why|who|how|where|do|does|is|are)\b/i
const moods = [
  [
    'NEGATIVE',
    /^.*?(?<!\b(?:not|n't) )\b(?:dislikes?|hates?|complain\w*|complaints?|frustrat\w+|annoy\w*|unhappy|angry|upset)\b(?:\s+(?:most|about|with|in|of|over|by|because|at))*\s*/i,
  ],
  [
    'POSITIVE',
    /^(?!.*\bwould\b).*?(?<!\b(?:would|not|n't|feels?|looks?|sounds?|be) )\b(?:like|loves?|enjoy|enjoys|appreciate|praise|happy)\b(?:\s+(?:most|best|about|with|in|of))*\s*/i,
  ],
] as const

/** “What do people like about the editor?” asks for praise of the editor, and not for those who would like something. */
export function readQuestion(q: string): Asked {
  if (opening.test(q)) {
    for (const [sentiment, pattern] of moods) {
      const about = q.replace(pattern, '')
      if (about !== q && /\p{L}{3}/u.test(about)) return { about, sentiment }
    }
  }
  return { about: q, sentiment: undefined }
}
