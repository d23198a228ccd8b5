type ParsedQuestion = { about: string; sentiment: 'POSITIVE' | 'NEGATIVE' | undefined }

const questionStart = /^\s*(?:what|which|why|who|how|where|do|does|is|are)\b/i
const sentimentPatterns = [
  [
    'NEGATIVE',
    new RegExp(
      String.raw`^.*?(?<!\b(?:not|n't) )` +
        String.raw`\b(?:dislikes?|hates?|complain\w*|complaints?|frustrat\w+|annoy\w*|unhappy|angry|upset)\b` +
        String.raw`(?:\s+(?:most|about|with|in|of|over|by|because|at))*\s*`,
      'i',
    ),
  ],
  [
    'POSITIVE',
    new RegExp(
      String.raw`^(?!.*\bwould\b).*?(?<!\b(?:would|not|n't|feels?|looks?|sounds?|be) )` +
        String.raw`\b(?:like|loves?|enjoy|enjoys|appreciate|praise|happy)\b` +
        String.raw`(?:\s+(?:most|best|about|with|in|of))*\s*`,
      'i',
    ),
  ],
] as const

/** The topic and the sentiment asked for: “What do people like about the editor?” asks for praise of the editor. */
export function parseQuestion(q: string): ParsedQuestion {
  if (questionStart.test(q)) {
    for (const [sentiment, pattern] of sentimentPatterns) {
      const about = q.replace(pattern, '')
      if (about !== q && /\p{L}{3}/u.test(about)) return { about, sentiment }
    }
  }
  return { about: q, sentiment: undefined }
}
